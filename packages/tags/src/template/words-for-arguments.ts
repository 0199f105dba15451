import type { FormatterArgument } from '../formatters/formatter.ts'
import { findFormatter } from '../formatters/registry.ts'
import { type Expression, type PathExpression, partsOf } from '../syntax/expression.ts'
import { numberInWords } from './number-in-words.ts'

/** The name alone that a path is. */
const nameOf = ({ segments, up, own }: PathExpression): string =>
  up === undefined && !own && segments.length === 1 ? (segments[0] ?? '') : ''

interface WordForArgument {
  readonly name: string
  /** What is to stand there. */
  readonly instead: string
}

/** `fourteen` of `due | addDays:fourteen`, `euro` of `fee | currency:euro`: a path, where a number or a text was meant. */
export function wordsForArguments(expression: Expression): readonly WordForArgument[] {
  const inner = partsOf(expression).flatMap(wordsForArguments)
  if (expression.kind !== 'pipe') return inner
  const wanted = findFormatter(expression.formatter.name)?.args ?? []
  const own = expression.args.flatMap((argument, index) => {
    const name = argument.kind === 'path' ? nameOf(argument) : ''
    const instead = name === '' ? undefined : argumentFor(name, wanted[index])
    return instead === undefined ? [] : [{ name, instead }]
  })
  return [...inner, ...own]
}

/** The argument that a word says, as it is written. */
function argumentFor(word: string, wanted: FormatterArgument | undefined): string | undefined {
  if (typeof wanted?.sample === 'number') {
    const number = numberInWords(word)
    return number === undefined || wanted.fault?.(number) !== undefined ? undefined : number.toString()
  }
  const meant = wanted?.fault?.(word) === undefined ? undefined : wanted.meant?.(word)
  return meant === undefined || wanted?.fault?.(meant) !== undefined ? undefined : `"${meant}"`
}

/** Names with a large first letter that one tag alone reads, where all others of the template begin small. */
export function loneCapitals(counts: ReadonlyMap<string, number>): ReadonlySet<string> {
  const large = [...counts].filter(([name]) => /^\p{Lu}/u.test(name))
  return new Set(
    counts.size > 3 * large.length && large.every(([, count]) => count === 1) ? large.map(([name]) => name) : [],
  )
}

/** `General` of `dept | default:General`, where `isWord` says that no name of the template is like it. */
export function wordsForDefaults(expression: Expression, isWord: (name: string) => boolean): readonly string[] {
  const inner = partsOf(expression).flatMap((part) => wordsForDefaults(part, isWord))
  if (expression.kind !== 'pipe' || findFormatter(expression.formatter.name)?.name !== 'default') return inner
  const [argument] = expression.args
  const name = argument?.kind === 'path' ? nameOf(argument) : ''
  return name !== '' && isWord(name) ? [...inner, name] : inner
}

/** The tag with the argument in the place of its word. */
export function withArgument(tag: string, { name, instead }: WordForArgument): string {
  const at = tag.lastIndexOf(name)
  return at === -1 ? tag : tag.slice(0, at) + instead + tag.slice(at + name.length)
}

/** Places of items as people say them. */
const places: Readonly<Record<string, number>> = {
  zero: 0,
  first: 0,
  erste: 0,
  second: 1,
  zweite: 1,
  third: 2,
  last: -1,
  letzte: -1,
}

/** From 0, as items are counted. */
const placeOf = (number: number | undefined): number | undefined => (number === undefined ? undefined : number - 1)

/** `first` of `items[first].label`. */
export function placeInWords(expression: Expression): { readonly word: string; readonly place: number } | undefined {
  if (expression.kind === 'item' && expression.key.kind === 'path') {
    const word = nameOf(expression.key)
    const [, ordinal] = /^(\d{1,6})(?:st|nd|rd|th|\.|e|er|o|a|º|ª)$/u.exec(word) ?? []
    const place = Object.hasOwn(places, word)
      ? places[word]
      : placeOf(ordinal === undefined ? numberInWords(word) : Number(ordinal))
    if (place !== undefined) return { word, place }
  }
  return partsOf(expression)
    .map(placeInWords)
    .find((each) => each !== undefined)
}

/** `{index}`, `{rowNumber}`: what a loop counts by in programs. */
export const isCounterName = (expression: Expression): boolean =>
  expression.kind === 'path' &&
  /^(?:index|idx|i|_index|rowNumber|rowIndex|row_number|loopIndex|counter)$/.test(nameOf(expression))
