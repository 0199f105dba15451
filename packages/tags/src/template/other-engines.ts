import { findFormatter } from '../formatters/registry.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { checkExpression } from './check-expression.ts'
import { expressedHere } from './expressed-here.ts'
import { familiarFormatter } from './familiar-formatters.ts'
import { writtenRight } from './written-right.ts'

/** Longest tag that is looked at. */
const maxLength = 300

/** A tag as another engine has it, and the same here; `undefined` where what stands in it cannot be read. */
type Statement = readonly [pattern: RegExp, here: (...found: readonly string[]) => string | undefined]

const path = String.raw`[\p{L}_$][\p{L}\p{N}_.]{0,100}`

/** An expression as it is written here. */
function readable(text: string): string | undefined {
  const parsed = parseExpression(text.trim())
  const isRight = parsed.ok && checkExpression(parsed.expression).length === 0
  return writtenRight(text) ?? (isRight ? text.trim() : undefined)
}

const inTag = (head: string, expression = ''): string | undefined => {
  const right = readable(expression)
  return right === undefined ? undefined : `{${head}${right}}`
}

/** `sex == "m" ? "Mr" : "Ms"` of `if sex == "m" then "Mr" else "Ms"`. */
function choice(said = ''): string | undefined {
  const right = writtenRight(said)
  return right !== undefined && /\s\?\s.*\s:\s/.test(right) ? `{${right}}` : undefined
}

/** What a formatter of another engine is called here. */
const formatterOf = (name: string): string | undefined => {
  return moduleFormatters.get(name.toLowerCase()) ?? findFormatter(name)?.name ?? familiarFormatter(name)
}

/** Signs of docxtemplater's modules, and what does the same here. */
const moduleFormatters: ReadonlyMap<string, string> = new Map([
  ['include', 'document'],
  // Before a value; behind it, a number is written by a picture.
  ['picture', 'image'],
  ['subtemplate', 'document'],
  ['stylecell', 'cellColor'],
  ['stylerow', 'rowColor'],
  ['styletext', 'textColor'],
  ['pagebreak', 'pageBreak'],
])

const formatted = (name = '', value = ''): string | undefined => {
  const formatter = formatterOf(name)
  return formatter === undefined ? undefined : `{${value} | ${formatter}}`
}

const signOf: Readonly<Record<string, string>> = {
  ifEQ: '==',
  ifNE: '!=',
  ifGT: '>',
  ifGTE: '>=',
  ifLT: '<',
  ifLTE: '<=',
  ifEqual: '==',
}

/** What Carbone asks of a value: `ifEQ(true)`, `ifEM`, `ifGT(5)`. */
function carboneTest(value = '', test = '', compared = ''): string | undefined {
  if (/^if(?:EM|Empty)$/.test(test)) return `not ${value}`
  if (test === 'ifNEM') return value
  const sign = signOf[test]
  if (sign === undefined || compared === '') return undefined
  if (compared === 'true' && sign === '==') return value
  if (compared === 'true' && sign === '!=') return `not ${value}`
  const text = /^(?:'.*'|".*"|-?\d+(?:\.\d+)?|true|false)$/.test(compared) ? compared : `"${compared}"`
  return `${value} ${sign} ${text}`
}

const quoted = (text = ''): string => (/^["'].*["']$/.test(text) ? text : `"${text}"`)

const ofCarbone = String.raw`^(?:[dc]\.)?(${path}):(if\p{L}{2,5})(?:\(([^()]{0,60})\))?`

/** In the order in which they are tried; none has more than one way to fit a text. */
const statements: readonly Statement[] = [
  // A choice that is said.
  [/^(?:if|wenn|falls|si|se|als)\s.{1,200}["'”]$/iu, (said) => choice(said)],
  // Jinja, docassemble, Twig, Liquid, Smarty.
  [/^if\s+(not\s+)?(first|last|even|odd)$/iu, (_, not = '', place) => `{#if ${not}$${place}}`],
  [/^if\s+(\S.{0,200})$/iu, (_, test) => inTag('#if ', test)],
  [/^unless\s+(\S.{0,200})$/u, (_, test) => inTag('#unless ', test)],
  [/^(?:elif|elsif|elseif|else\s+if)\s+(\S.{0,200})$/u, (_, test) => inTag('else if ', test)],
  [
    new RegExp(String.raw`^(?:each|foreach|loop|repeat)\s+(${path})$`, 'u'),
    (_, list = '') => `{#each ${list}}…{/each}`,
  ],
  // The sign of a section in its wrong place, or a colon behind its word.
  [/^(if|each|unless)\s?#\s*(\S.{0,200})$/u, (_, word = '', test) => inTag(`#${word} `, test)],
  [
    /^([#^])\s*(if|each|unless)\s*:\s*(\S.{0,200})$/u,
    (_, sign = '', word = '', test) => inTag(`${sign}${word} `, test),
  ],
  // Words of sections in capitals, and joined otherwise.
  [
    /^([#^])\s*(If|IF|Each|EACH|Unless|UNLESS)\s+(\S.{0,200})$/u,
    (_, sign = '', word = '', test) => inTag(`${sign}${word.toLowerCase()} `, test),
  ],
  [/^(?:ELSE[\s-]?IF|Else[\s-]?[Ii]f|else-if)\s+(\S.{0,200})$/u, (_, test) => inTag('else if ', test)],
  // Brackets around a tag, or around what its section is about.
  [/^\(\s*([#^]\s?(?:if|unless|each)\s+)([^()]{1,200})\)$/u, (_, head = '', inner) => inTag(head, inner)],
  [/^([#^]\s?(?:if|unless|each))\(([^()]{1,200})\)$/u, (_, head = '', inner) => inTag(`${head} `, inner)],
  // A label and its value.
  [
    /^(\p{Lu}[\p{L} ]{1,30}):\s([\p{L}_][\p{L}\p{N}_]{0,60}(?:\.[\p{L}_][\p{L}\p{N}_]{0,60}){1,5})$/u,
    (_, label = '', value = '') => `${label}: {${value}}`,
  ],
  // A test without its sign.
  [
    new RegExp(String.raw`^([#^]\s?(?:if|unless)|else\s?if)\s+(${path})\s+("[^"]{1,100}"|'[^']{1,100}')$`, 'u'),
    (_, head = '', value = '', text = '') => inTag(`${head} `, `${value} == ${text}`),
  ],
  [/^#\s*if\s?not\s+(?=\S)(.{1,200})$/u, (_, test) => inTag('#if not ', test)],
  [new RegExp(String.raw`^#\s*with\s+(${path})$`, 'u'), (_, object = '') => `{#${object}}…{/${object}}`],
  // Handlebars: a helper, its value, and what it takes.
  [
    new RegExp(
      String.raw`^(\p{L}[\p{L}\p{N}_]{1,30})\s+(${path})\s+((?:["'\d-]|\p{L}{1,30}=)\S{0,200}(?:\s\S.{0,100})?)$`,
      'u',
    ),
    (_, helper = '', value = '', given = '') => helped(helper, value, given),
  ],
  [/^else$/, () => '{else}'],
  [/^end\s?if$|^END-IF$/i, () => '{/if}'],
  [/^end\s?(?:for|foreach|each|loop)$|^END-FOR$/i, () => '{/each}'],
  [/^end\s?unless$/i, () => '{/unless}'],
  [
    new RegExp(
      String.raw`^for\s?(?:each\s+)?(?:\p{L}[\p{L}\p{N}_]{0,60}(?:\s*,\s*\p{L}[\p{L}\p{N}_]{0,60})?)\s+(?:in|of)\s+(${path}?)(?:\.(?:items|values|entries|all)\(\))?$`,
      'iu',
    ),
    (_, list = '') => `{#each ${list}}…{/each}`,
  ],
  [
    new RegExp(String.raw`^(#\s?(?:each\s+)?)?(${path}?)\.(?:items|entries)\(\)$`, 'u'),
    (_, section, object = '') => (section === undefined ? `{#each ${object}}{$key}: {.}{/each}` : `{#each ${object}}`),
  ],
  [
    /^(?:set|let|var|assign|define|dim)\s+([\p{L}_][\p{L}\p{N}_]{0,60})\s*:?=\s*(\S.{0,200})$/u,
    (_, name = '', value) => inTag(`= ${name}: `, value),
  ],
  [
    /^("[^"]{0,100}"|'[^']{0,100}'|[\p{L}_][\p{L}\p{N}_.]{0,100})\s+if\s+(\S.{0,100}?)\s+else\s+("[^"]{0,100}"|'[^']{0,100}'|[\p{L}_][\p{L}\p{N}_.]{0,100})$/u,
    (_, then, test, otherwise) => inTag('', `${test} ? ${then} : ${otherwise}`),
  ],
  [
    new RegExp(String.raw`^(?:#if\s+)?(not\s+)?defined\(\s*["'](${path})["']\s*\)$`, 'u'),
    (_, not = '', name = '') => `{#if ${not}${name}}`,
  ],
  [new RegExp(String.raw`^comma_(?:and_)?list\(\s*(${path})\s*\)$`, 'u'), (_, list = '') => `{${list} | list}`],
  [
    /^(today|now)\(\s*format\s*=\s*("[^"]{1,60}"|'[^']{1,60}')\s*\)$/u,
    (_, day = '', style = '') => `{today | ${day === 'now' ? 'datetime' : 'date'}:${style}}`,
  ],
  [/^include\s+["']/u, () => '{file | document}'],
  [
    new RegExp(String.raw`^(${path})\.map\(\s*(\p{L}{1,30})\s*=>\s*\2\.(${path})\s*\)$`, 'u'),
    (_, list = '', _item = '', field = '') => `{${list} | map:"${field}"}`,
  ],
  // Carbone.
  [
    new RegExp(String.raw`^(?:[dc]\.)?(${path}):(prepend|append)\(('[^']{0,60}'|"[^"]{0,60}")\)$`, 'u'),
    (_, value = '', side = '', text = '') => (side === 'append' ? `{${value} + ${text}}` : `{${text} + ${value}}`),
  ],
  [
    new RegExp(String.raw`^(?:[dc]\.)?${path}(?::if\p{L}{2,5}(?:\([^()]{0,60}\))?)?:(?:show|hide)End$`, 'u'),
    () => '{/if}',
  ],
  [
    new RegExp(String.raw`^(?:[dc]\.)?(${path}):(show|hide)Begin$`, 'u'),
    (_, value = '', side = '') => `{#${side === 'show' ? 'if' : 'unless'} ${value}}`,
  ],
  [new RegExp(`${ofCarbone}:showBegin$`, 'u'), (_, ...test) => asked(test, (each) => `{#if ${each}}`)],
  [new RegExp(`${ofCarbone}:hideBegin$`, 'u'), (_, ...test) => asked(test, (each) => `{#unless ${each}}`)],
  [
    new RegExp(String.raw`${ofCarbone}:keep\(\p{L}{1,12}\)$`, 'u'),
    (_, ...test) => asked(test, (each) => `{#if ${each}}…{/if}, around what is kept`),
  ],
  [
    new RegExp(String.raw`${ofCarbone}:drop\(\p{L}{1,12}\)$`, 'u'),
    (_, ...test) => asked(test, (each) => `{#unless ${each}}…{/unless}, around what is left out`),
  ],
  [
    new RegExp(String.raw`${ofCarbone}:show\(([^()]{0,100})\)(?::elseShow\(([^()]{0,100})\))?$`, 'u'),
    (_, value, test, compared, then, otherwise) =>
      asked([value ?? '', test ?? '', compared ?? ''], (each) => `{${each} ? ${quoted(then)} : ${quoted(otherwise)}}`),
  ],
  [
    new RegExp(String.raw`^(?:[dc]\.)?(${path})\[\]\.(${path}):agg(Sum|Avg|Min|Max)(?:\(\))?$`, 'u'),
    (_, list = '', field = '', kind = '') => `{${list} | ${kind.toLowerCase()}:"${field}"}`,
  ],
  [
    new RegExp(String.raw`^(?:[dc]\.)?(${path})\[\]\.([\p{L}_][\p{L}\p{N}_.]{0,100})$`, 'u'),
    (_, list = '', field = '') => `{#each ${list}}{${field}}{/each}`,
  ],
  [/^[dc]\.[\p{L}_][\p{L}\p{N}_.]{0,100}$/u, (name = '') => `{${name.slice(2)}}`],
  // A colon for a bar.
  [
    new RegExp(String.raw`^(${path})\s?:\s?(\p{L}{3,20})$`, 'u'),
    (_, value = '', name = '') =>
      findFormatter(name) === undefined || findFormatter(value) !== undefined ? undefined : `{${value} | ${name}}`,
  ],
  // docxtemplater's modules, easy-template-x.
  [new RegExp(String.raw`^[%:](\p{L}{2,12})\s+(${path})$`, 'u'), (_, name, value) => formatted(name, value)],
  [new RegExp(String.raw`^(\p{L}{2,12}):\s?(${path})$`, 'u'), (_, name, value) => formatted(name, value)],
  [
    new RegExp(String.raw`^#\s*(${path})\s*\[\s*loopOver\s*:\s*"(row|paragraph|column)"\s*\]$`, 'u'),
    (_, list = '', over = '') => `{-w:${over === 'row' ? 'tr' : over === 'column' ? 'tc' : 'p'} ${list}}`,
  ],
  [
    /^#\s*([\p{L}_][\p{L}\p{N}_]{0,60})\s*=\s*(?:[dc]\.)?([^=\s].{0,200})$/u,
    (_, name = '', value) => inTag(`= ${name}: `, value),
  ],
  // A sign that belongs before the braces.
  [
    new RegExp(String.raw`^([€£¥§№]|[$]\s)\s*(${path}(?:\s*\|.{1,100})?)$`, 'u'),
    (_, sign = '', value = '') => `${sign.trim()} {${value}}`,
  ],
  [/^#\s?(?:not|nicht|non|no)\s+(?!if\b)(\S.{0,200})$/u, (_, test) => inTag('#if not ', test)],
  // Slips that look like no expression.
  [new RegExp(String.raw`^(${path})\s*[?*]$`, 'u'), (_, name = '') => `{${name}}`],
  [new RegExp(String.raw`^(${path})\s*([%~])$`, 'u'), (_, name = '', sign = '') => `{${sign}${name}}`],
  // Of one name the sign of a closing tag is meant.
  [/^([\p{L}_][\p{L}\p{N}_]{0,60}\.[\p{L}\p{N}_.]{1,100})\s*\/$/u, (_, name = '') => `{${name}}`],
  [new RegExp(String.raw`^#if\s+(${path})\s+not$`, 'u'), (_, name = '') => `{#if not ${name}}`],
  [/^-\s?(p|tr|tc|tbl)\s+(\S.{0,100})$/u, (_, element = '', list) => inTag(`-w:${element} `, list)],
  [
    new RegExp(String.raw`^(${path})\s+in\s+([A-Z]{3})$`, 'u'),
    (_, value = '', code = '') => `{${value} | currency:"${code}"}`,
  ],
  [new RegExp(String.raw`^(${path})\s*,\s*(\p{L}{3,12})$`, 'u'), (_, value, name) => formatted(name, value)],
]

/** `{due | date:"DD.MM.YYYY"}` of `formatDate due "DD.MM.YYYY"`. */
function helped(helper: string, value: string, given: string): string | undefined {
  const args = (given.match(/"[^"]*"|'[^']*'|[^\s=]+(?=\s|$)/g) ?? []).slice(0, 6)
  const here = expressedHere(helper, value, args)
  return here === undefined ? undefined : `{${here}}`
}

function asked([value, test, compared]: readonly string[], written: (test: string) => string): string | undefined {
  const right = carboneTest(value, test, compared)
  return right === undefined ? undefined : written(right)
}

/** What another engine or a slip writes between braces, as a whole tag of this language; `undefined` where that is not known. */
export function asWrittenHere(source: string): string | undefined {
  if (source.length > maxLength) return undefined
  const text = source.trim()
  const isBlock = /^%.*%$/s.test(text)
  const bare = isBlock ? text.replace(/^%-?\s*(?:(?:p|tr|tc|r)\s+)?/, '').replace(/\s*-?%$/, '') : text
  for (const [pattern, here] of statements) {
    const found = pattern.exec(bare)
    const written = found === null ? undefined : here(...found)
    if (written !== undefined) return written
  }
  return undefined
}
