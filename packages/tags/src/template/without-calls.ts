import { expressedHere } from './expressed-here.ts'
import { functionInEnglish } from './functions-in-languages.ts'

/** `upper(name)`, `Math.round(total)`, `name.toUpperCase()`, `new Date()`, with nothing called in it. */
const call =
  /(?:new\s+)?(?<![\p{L}\p{N}_$.])((?:[\p{L}_$][\p{L}\p{N}_$]{0,60}(?:\[[\p{L}\p{N}]{0,20}\])?\.|(?:"[^"]{0,60}"|'[^']{0,60}')\.){0,8})([\p{L}_$][\p{L}\p{N}_$]{0,60})\(([^()]{0,200})\)/u

/** Objects of programs that hold functions, and no data. */
const libraries = /^(?:math|string|number|date|array|object|json|intl|lodash|_|\$)$/i

/** Functions of programs that only say of what kind a value is. */
const conversions = /^(?:Number|String|BigInt)$/

/** What is searched for is the first that fits: `find(…)` is `filter(…)[0]`. */
const search = /\.find\(([^()]{0,200})\)/gu

/** The first of what a call gives, and the field of it that is read. */
const ofFirst = /^\[0\](?:\.([\p{L}_][\p{L}\p{N}_.]{0,60})(?![\p{L}\p{N}_.(]))?/u

/** Calls within each other, or behind each other, that are looked at. */
const maxCalls = 8

/** Stands for what is written already; a letter of no name. */
const holder = 'ǂ'
const held = new RegExp(String.raw`${holder}(\d)`, 'gu')

/**
 * A text whose calls are formatters behind their values, where something does the same: `{sum(items.price)}` is
 * `{items | sum:"price"}`. With one that nothing does, the text as it is.
 */
export function withoutCalls(text: string): string {
  if (text.includes(holder)) return text
  const written: string[] = []
  // What a function of a program takes: `(a, b) => …`.
  let rest = text.replaceAll(/\(([\p{L}\p{N}_, ]{0,60})\)(?=\s?=>)/gu, '$1').replaceAll(search, '.filter($1)[0]')
  while (written.length < maxCalls) {
    const found = call.exec(rest)
    if (found === null) break
    const [whole, before = '', called = '', within = ''] = found
    const name = before === '' ? functionInEnglish(called) : called
    const head = rest.slice(0, found.index)
    // `value | name(given)`: all before the bar is what it works on.
    const [, piped] = before === '' ? (/^(.*[^\s|])\s*\|\s*$/su.exec(head) ?? []) : []
    const behind = rest.slice(found.index + whole.length)
    const [ofSpan = '', unit] = /^\.(days|weeks|months|years)(?![\p{L}(])/u.exec(behind) ?? []
    const [first, field] = ofFirst.exec(behind) ?? []
    const given = [...argumentsOf(within), ...(unit === undefined ? [] : [`"${unit}"`])]
    const here = piped === undefined ? ofCall(before.slice(0, -1), name, given) : expressedHere(name, piped, given)
    if (here === undefined) return text
    written.push(first === undefined ? here : `${here}${field === undefined ? '' : ` | map:"${field}"`} | first`)
    rest = `${piped === undefined ? head : ''}${holder}${written.length - 1}${behind.slice((first ?? ofSpan).length)}`
  }
  return rest === text ? text : filledIn(rest, written)
}

const argumentsOf = (within: string): readonly string[] =>
  (within.match(/(?:"[^"]*"|'[^']*'|[^,;"'])+/g) ?? [])
    .map((each) => each.trim().replace(/^[\p{L}_]+\s*=\s*(?![=>])/u, ''))
    .filter((each) => each !== '')

function ofCall(object: string, name: string, given: readonly string[]): string | undefined {
  if (object !== '' && !libraries.test(object)) return expressedHere(name, object, given)
  const [value, ...others] = given
  if (value === undefined) return /^(?:today|now|date|curdate|getdate|moment|dayjs)$/i.test(name) ? 'today' : undefined
  if (others.length === 0 && conversions.test(name)) return value
  const [then, otherwise] = others
  if (/^(?:if|iif|choose)$/i.test(name) && then !== undefined) return `${value} ? ${then} : ${otherwise ?? '""'}`
  if (/^concat(?:enate)?$/i.test(name) && then !== undefined) return [value, ...others].join(' + ')
  return expressedHere(name, value, others)
}

/** With what the holders stand for: in brackets where it is one part among others. */
function filledIn(text: string, written: readonly string[]): string {
  let filled = text
  for (let turn = 0; turn < written.length && filled.includes(holder); turn++)
    filled = filled.replaceAll(held, (whole, index: string, offset: number, all: string) => {
      const here = written[Number(index)] ?? whole
      const isFirst = offset === 0 && /^\s*(?:\||$)/.test(all.slice(whole.length))
      return isFirst || !/[|+*?<>=]|\sand\s|\sor\s|^not\s/.test(here) || /^\(.*\)$/s.test(here) ? here : `(${here})`
    })
  return filled
}
