import { editDistance, suggest } from '@chancery/core'
import { findFormatter } from '../formatters/registry.ts'
import { tagFault, type TagFault } from '../syntax/fault.ts'
import { parseExpression } from '../syntax/parse-expression.ts'
import { expressedHere, isKnownElsewhere } from './expressed-here.ts'
import { familiarFormatter } from './familiar-formatters.ts'
import { functionInEnglish } from './functions-in-languages.ts'
import { asWrittenHere } from './other-engines.ts'
import { singularOf } from './singular.ts'
import { withoutCounterpart } from './without-counterpart.ts'
import { writtenRight } from './written-right.ts'

/** What people know from other engines, as it stands between delimiters, and what is written here. */
const statements: readonly (readonly [pattern: RegExp, hint: string | ((text: string) => string)])[] = [
  [
    /^(?:FOR|for(?:each)?)\s+\$?[\p{L}_][\p{L}\p{N}_]*(?:\s*,\s*[\p{L}_]\w*)?\s+(?:IN|in|of)\s+\S/u,
    (text) => loopHint(text),
  ],
  [/^(?:foreach|each|loop|repeat|while)\s+[\p{L}_$]/u, 'Write {#each list}…{/each}.'],
  [/^[#^]\s*(?:foreach|for|forall|loop|repeat|while)\s+[\p{L}_$]/u, (text) => loopHint(text)],
  [/^[#^]\s*(?:each\s+)?[\p{L}_][\p{L}\p{N}_.]*\s+(?:in|as)\s+[\p{L}_]/u, (text) => loopHint(text)],
  [/^[#^]\s*with\s+[\p{L}_$]/u, 'In {#client}…{/client} names are read from what the section is about.'],
  [/^[#^]\s*(?:switch|case)\s+[\p{L}_$]/u, 'Write {#if x == "a"}…{else if x == "b"}…{else}…{/if}.'],
  [
    /^(?:[#^]\s*(?:if|each|unless|columns)|else\s?if)(?:\s+(?:not|and|or))?$/,
    'Name what it is about: {#if x}…{/if} of a value "x", {#each items}…{/each} of a list "items", {else if y}.',
  ],
  [
    // Go, Twig, Velocity, Smarty: a word of a program before something that only programs write.
    /^(?:range|with|template|block|define|include|import|macro|call|case|switch|let|var|assign|list|repeat|render|partial|section|extends)\s+(?:[.$"'“@]|[\p{L}_]\w*\s*:?=)/u,
    'Write {#each list}…{/each}, {#if x}…{/if} or {= name: value}, and the path alone for a value.',
  ],
  [/^\S+\s+if\s+\S.*\selse\s+\S/, 'Write {test ? value : other}.'],
  [/^(?:r|p|tr|tc)\s+[\p{L}_]/u, 'Write {~path} for formatted text, and the path alone for a value.'],
  [/^lookup\s+[\p{L}_]/u, 'Write {list[key]}: {prices[code]}, {rows[0]}.'],
  [/^@html\s+[\p{L}_]/u, 'Write {~path} for formatted text.'],
  [
    /^[\p{L}_$][\p{L}\p{N}_.]*\s+%\s+\d+$/u,
    'There is no remainder of a division; of the turns of a loop say $even and $odd.',
  ],
  [
    /^\p{Ll}[\p{L}\p{N}_.]{0,100}\s[+-]\s\d+(?:[.,]\d+)?\s?(?:[€$£%]|[A-Z]{3}|(?:day|week|month|year|hour)s?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|jours?|semain(?:e|es)|mois|ans?|d[ií]as?|semanas?|mes(?:es)?|años?|giorn[io]|settiman[ae]|mes[ei]|ann[io]|dag(?:en)?|weken|maand(?:en)?|jaar)$/u,
    (text) =>
      written(text, '') ??
      'Write the number alone: {fee + 5}; of dates {due | addDays:14}, addWeeks, addMonths, addYears.',
  ],
  [/^\d{1,3}\.[\p{Ll}_]/u, 'Write the name of the value alone; of the first in a list {list[0].name}.'],
  [/^else\s+(?!if\s)\S/, (text) => elseHint(text)],
  [
    /^(?:[#^]\s*(?:I[Ff]|E(?:ach|ACH)|U(?:nless|NLESS))|E(?:LSE|lse)[\s-]?[Ii][Ff]|else-if)\s+\S/,
    'The words of sections are written small: {#if x}, {else if y}, {#each items}.',
  ],
  [/^_+\p{L}.*_$|^\$+\.+[\p{L}_*]/u, 'Write the path alone, without signs around it.'],
  [/^--/, 'A remark is {!text}.'],
  [
    /^[\p{L}_][\p{L}\p{N}_.]{0,100}\[[^[\]]{1,100}\.length\s?-\s?1\]/u,
    (text) => written(text, '') ?? 'The last of a list is {items[-1].name}.',
  ],
  [
    /^(?:page[_\s]?break|Seiten(?:umbruch|wechsel)|saut[_\s]?de[_\s]?page|salto[_\s]?(?:de[_\s]?)?p[áa]gina|interruzione[_\s]?(?:di[_\s]?)?pagina|quebra[_\s]?de[_\s]?p[áa]gina|pagina-?einde)$/iu,
    'A page break is {pageBreak}.',
  ],
  [
    /^(?:ende|fin|fine|fim|einde)\s(?:wenn|falls|si|se|als|für|pour|para|per|voor)$/iu,
    'A section is closed by {/}, {/if} or {/each}.',
  ],
  [/^[#^]\s*(?:ifnot|when)\s+[\p{L}_$]/u, 'Write {#if x}…{/if}, or {#unless x}…{/unless}.'],
  [
    /^(?:END-(?:FOR|IF)\b|end\s?(?:if|for|foreach|each|while|with|unless|section)\b)/i,
    'A section is closed by {/}, {/if} or {/each}.',
  ],
  [/^(?:IF|if|unless|elif|elsif|elseif)\s+\S/, 'Write {#if x}…{else}…{/if}; {else if y} goes between.'],
  [
    /^(?:INS|EXEC|HTML|IMAGE|LINK|ALIAS|QUERY|CMD_NODE)\s+\S/,
    'Write the path alone; {%path} for an image, {~path} for formatted text, {url | link} for a link.',
  ],
  [/^set\s+[\p{L}_]\w*\s*=/u, 'Write {= name: value}.'],
  [
    /^@(?:index|key|first|last|root|odd|even)\b/,
    (text) =>
      `${written(text, '') ?? ''} A loop has $index (from 0), $number (from 1), $first, $last, $odd, $even and $root.`.trim(),
  ],
  [
    /^(?:for)?loop\.(?:index0?|first|last|length|counter0?)\b/,
    (text) =>
      `${written(text, '') ?? ''} A loop has $number (from 1), $index (from 0), $first, $last and $length.`.trim(),
  ],
  [
    /^[#^]?d\.[\p{L}_].*\[\s*[a-z]\w*\s*(?:\+\s*1\s*)?\]/u,
    'Write {#list}…{/list} around what repeats, and the names of its fields inside.',
  ],
  [
    /^[#^%~]?[dc]\.[\p{L}_]/u,
    'The data is read by its own names: write the path without "d." or "c.", unless the data has such an object.',
  ],
]

/** `{else if paid}` of `else paid`: what stands behind the word is a test. */
function elseHint(text: string): string {
  const test = text.replace(/^else\s+/, '')
  const right = parseExpression(test).ok ? test : writtenRight(test)
  return right === undefined ? 'Write {else}, or {else if x}.' : `Write {else if ${right}}, or {else} alone.`
}

/** With the list and the item of `for x in items`, `each items as x`. */
function loopHint(text: string): string {
  const [, before, joint, behind] =
    /([\p{L}_$][\p{L}\p{N}_.]{0,60})\s+(in|of|as)\s+\|?([\p{L}_$][\p{L}\p{N}_.]{0,60})/iu.exec(text) ?? []
  if (before === undefined || behind === undefined)
    return 'Write {#each list}…{/each}; inside it the fields of an item are read by their names.'
  const [item, list] = (/^as$/i.test(joint ?? '') ? [behind, before] : [before, behind]).map((each) =>
    each.replace(/^\$/, ''),
  )
  return `Write {#each ${list}}…{/each}; inside it a field is read by its name, {name} and not {${item}.name}.`
}

/** Comparisons in words, and as calls: `paid eq true`, `(gt total 5)`, `status is not "open"`. */
const wordOperator =
  /\s(?:gte?|lte?|eq|neq?|equals|contains|includes|xor|between|matches|like|exists|(?:starts|ends)\s?[wW]ith|(?:greater|less|more|fewer)\s+than|at\s+(?:least|most)|is\s+(?:not|equal|true|false|null|none|empty|defined)|is\s+["“])(?![\p{L}\p{N}_:-])|\s(?:not\s+)?in\s*[[({"“]|\(\s*(?:gte?|lte?|eq|neq?|and|or|not)\s/u

/** Words of sections with two letters changed, or of other languages, and what was meant. */
const misspelt: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    if: 'fi iff iif wenn falls si se als',
    each: 'eahc aech ecah eachh eech eac ech für pour para per voor jede jeden jedes jeder chaque cada ogni elke',
    unless: 'unles unlesss unlees ulness',
  }).flatMap(([word, slips]) => slips.split(' ').map((slip) => [slip, word])),
)

/** `{wenn client.isTrader}`: a section in words, before a name of a program's. */
const spokenSection = (text: string): readonly string[] => {
  const [, word = '', rest = ''] =
    /^(wenn|falls|si|se|als|für|pour|para|per|voor)\s+(?:jede[nrs]?\s|chaque\s|cada\s|ogni\s|elke?\s)?((?:(?:nicht|pas|no|non|niet|não)\s)?\p{Ll}[\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_.]+)?)$/u.exec(
      text,
    ) ?? []
  const isLoop = misspelt[word] === 'each'
  return word === '' || !(isLoop ? /^\S+s$/.test(rest) : /[._]\p{L}|\p{Ll}\p{Lu}/u.test(rest))
    ? []
    : [text, '#', word, rest]
}

const wordsOfSections = ['each', 'unless', 'columns']

/** One letter too many, too few or another, and not the first, which makes another word: `eacch` and no `beach`. */
const isSlipOf = (word: string, meant: string): boolean =>
  word !== meant && word[0] === meant[0] && word.length >= meant.length && editDistance(word, meant, 1) === 1

/** `{#fi paid}`: the word of a section with a slip, before a name. */
function misspeltWord(text: string): string | undefined {
  const [, sign = '', word = '', rest = ''] = /^([#^])\s?(\p{Ll}{2,7})\s+(\S.*)$/su.exec(text) ?? spokenSection(text)
  const meant = Object.hasOwn(misspelt, word) ? misspelt[word] : wordsOfSections.find((each) => isSlipOf(word, each))
  return meant !== undefined
    ? `Write {${sign}${meant} ${rest.replace(/^(?:jede[nrs]?|chaque|cada|ogni|elke?)\s+(?=\S)/u, '')}}.`
    : undefined
}

/** Operators in capitals, as data bases and Word have them, and words of a program that is read aloud: `kind is sale`, `paid then`. */
const spokenOperator =
  /(?:^|\s)(?:AND|OR|NOT)\s|\p{Ll}\s&\s\p{Ll}|\p{Ll}\sis\s[\p{Ll}\d]|\sthen(?:\s|$)|\p{Ll}\s(?:und|oder|ou)\s\p{Ll}|^(?:nicht|kein|keine|niet|geen|non)\s\p{Ll}|^no\s\p{Ll}[\p{L}\p{N}_.]*$|\p{Ll}\shas\s(?:an?\s)?\p{Ll}[\p{L}\p{N}_.]*$/u

export const comparisonHint =
  'Write ==, !=, <, <=, > or >= with spaces around: {#if total >= 100}, {#if kind == "sale" and not paid}; of texts {#if code | like:"*A*"}.'

/** Whether a tag tests something (a section, `else if`, a choice) by an operator in words. */
export function comparesInWords(text: string): boolean {
  const unquoted = text.replaceAll(/"[^"]*"/g, '""')
  const [, test] = /^(?:[#^]\s?(?:if|unless)|else\s?if)\s(.*)/.exec(unquoted) ?? []
  const isTest = test !== undefined || /\s\?\s/.test(unquoted)
  if (!isTest && !/^[#^]/.test(text)) return false
  return wordOperator.test(unquoted) || (isTest && spokenOperator.test(test ?? unquoted))
}

/** `{#if paid == "yes"}` for `{#if paid is yes}`. */
function hintOfComparison(text: string): string {
  const head = headOf(text)
  return written(text.slice(head.length), head) ?? comparisonHint
}

/** What stands before the expression of a section. */
const headOf = (text: string): string => /^(?:[#^]\s?(?:(?:if|unless|each)\s)?|else\s?if\s)/.exec(text)?.[0] ?? ''

function written(text: string, head: string): string | undefined {
  const right = writtenRight(text, (each) => !comparesInWords(head + each))
  return right === undefined ? undefined : `Write {${head}${right}}.`
}

const fieldNames = ['MERGEFIELD', 'DOCPROPERTY', 'DOCVARIABLE', 'ADDRESSBLOCK', 'GREETINGLINE', 'INCLUDETEXT']

/** `MERGEFEILD Name`: the code of a field of Word's, typed with a slip. */
function misspeltField(text: string): string | undefined {
  const [, word = ''] = /^([A-Z]{9,14})(?:\s|$)/.exec(text) ?? []
  return word === '' || fieldNames.includes(word)
    ? undefined
    : fieldNames.find((name) => editDistance(word, name, 2) <= 2)
}

/** `item in items`, `x in order.lines`: a loop without its word; `amount in words` is a name. */
const bareLoop = /^([\p{L}_]\w*)\s+in\s+([\p{L}_][\w.]*)$/u
function isBareLoop(text: string): boolean {
  const [, item = '', list = ''] = bareLoop.exec(text) ?? []
  return item !== '' && (list.includes('.') || item.length === 1 || singularOf(list).includes(item))
}

/** `SUM(items.price)`, `IF(paid)`, `Number(fee)+5`: a call, where `Amount (EUR)` and `Party(ies)` are names. */
const call = /^([\p{L}_][\p{L}\p{N}_]*)\((.*)\)(?:\s?[-+*/].*)?$/u
function calledFunction(text: string): string | undefined {
  const [, called = '', inner = ''] = call.exec(text.slice(headOf(text).length)) ?? []
  // `{t(Due date)}` is a tag.
  if (called === '' || called === 't') return undefined
  // In capitals a spreadsheet has it, where `Jahr(e)` is a name.
  const inEnglish = called === called.toUpperCase() ? functionInEnglish(called) : called
  const isKnown =
    findFormatter(inEnglish) !== undefined || isKnownElsewhere(inEnglish) || inEnglish.toUpperCase() === 'IF'
  return isKnown || /[\p{L}\p{N}_]\.\p{L}|\p{L}_\p{L}|\p{Ll}\p{Lu}|,/u.test(inner) ? called : undefined
}

/** `uppercase client.name`, `upper (trim name)`: the name of a formatter right before a path of a program, or a bracket. */
const helperFirst =
  /^(\p{Ll}[\p{L}\p{N}]*)\s+((?=[\p{L}_][\p{L}\p{N}]*[._])[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*|\p{Ll}+\p{Lu}\w*)$/u

/** The same before any name, of those that are no words of a name themselves. */
const verbFirst =
  /^[~%]*(currency(?!\s+(?:code|name|symbol|sign|unit|of|rate|pair|used|type|exchange|conversion|clause)\b)|upper|lower|capitalize|trim|truncate|html|markdown|uppercase|lowercase|(?:format|to)\p{Lu}\p{L}*)\s+([\p{L}_(][^|]*)$/u

/** `client.name.toUpperCase`: a method of a program as the last name of a path. */
const method = /^[\p{L}_][\p{L}\p{N}_.]*\.(\p{Ll}+\p{Lu}\p{L}*|upcase|downcase|upper|lower|titleize|humanize)$/u

const loopNames = ['$index', '$number', '$first', '$last', '$length', '$even', '$odd', '$root', '$parent']

/** The formatter that a name of another engine stands for. */
const formatterNamed = (name: string): string | undefined => findFormatter(name)?.name ?? familiarFormatter(name)

const exampleOf = (called: string): string => {
  const name = formatterNamed(called)
  return name === undefined || name === '' ? 'items | sum:"price"' : `value | ${name}`
}

/**
 * What is a tag of this language by its letters, and looks like one of another engine: Jinja, Handlebars, docx-templates,
 * Carbone, Smarty. `source` stands between the delimiters.
 */
export function foreignTag(source: string): TagFault | undefined {
  const text = source.trim()
  const start = source.indexOf(text)
  const fault = (message: string, hint: string): TagFault =>
    tagFault('foreign_statement', message, start, start + text.length, hint)
  if (text === 'pageBreak') return undefined
  const known = statements.find(([pattern]) => pattern.test(text))
  if (known !== undefined) {
    const [, hint] = known
    const message = 'This looks like a tag of another engine, and is read as a name.'
    const own = typeof hint === 'string' ? hint : hint(text)
    const here = typeof hint === 'string' ? asWrittenHere(text) : undefined
    return fault(message, here === undefined ? own : `Write ${here}. ${own}`)
  }
  const section = misspeltWord(text)
  if (section !== undefined)
    return fault('The word of the section has a slip, and is read as a part of a name.', section)
  const field = misspeltField(text)
  if (field !== undefined)
    return fault(
      `This looks like the code of a field ${field}, and is read as a name.`,
      'Write the name of the value alone, or insert the field with Ctrl+F9.',
    )
  if (comparesInWords(text)) return fault('A comparison in words is read as a part of a name.', hintOfComparison(text))
  if (isBareLoop(text)) return fault('This looks like a loop of another engine, and is read as a name.', loopHint(text))
  const called = calledFunction(text)
  if (called !== undefined)
    return fault(
      'There are no calls: this is read as a name.',
      written(text.slice(headOf(text).length), headOf(text)) ??
        withoutCounterpart(text) ??
        `Write {value | formatter:argument}, such as {${exampleOf(called)}}.`,
    )
  const [, helper = '', argument = ''] = helperFirst.exec(text) ?? verbFirst.exec(text) ?? []
  const meant = helper === '' ? undefined : formatterNamed(helper)
  if (meant !== undefined)
    return fault(
      'A formatter stands behind its value; this is read as a name.',
      `Write {${expressedHere(helper, argument, []) ?? `${argument} | ${meant}`}}.`,
    )
  const [, path = '', named = ''] = /^([\p{Ll}_][\p{L}\p{N}_.]*)\s+as\s+(\p{Ll}+)$/u.exec(text) ?? []
  const format = named === '' ? undefined : formatterNamed(named)
  if (format !== undefined)
    return fault('A formatter stands behind a "|"; this is read as a name.', `Write {${path} | ${format}}.`)
  const [, last = ''] = method.exec(text) ?? []
  const formatter = last === '' ? undefined : formatterNamed(last)
  if (formatter !== undefined)
    return fault(
      `"${last}" is read as a name of the data: there are no methods.`,
      `Write {${text.slice(0, -last.length - 1)} | ${formatter}}.`,
    )
  const variable = /^[#^%~]?\s*(?:(?:if|each|unless)\s+)?(\$[\p{L}_][\p{L}\p{N}_]*)/u.exec(text)?.[1]
  if (variable === undefined || loopNames.includes(variable)) return undefined
  const near = /^\$(?:i|n|idx|count|counter|row|nr|no)$/.test(variable) ? '$number' : suggest(variable, loopNames)
  return fault(
    `"${variable}" is nothing that a loop has; it is read as a name.`,
    near === undefined
      ? `Write the name without "$": {${text.replace(variable, variable.slice(1))}}.`
      : `Did you mean "${near}"?`,
  )
}
