import { findFormatter } from '../formatters/registry.ts'
import { type Expression, type PathExpression, partsOf } from '../syntax/expression.ts'
import { numberInWords } from './number-in-words.ts'

/** The name alone that a path is. */
const nameOf = ({ segments, up, own }: PathExpression): string =>
  up === undefined && !own && segments.length === 1 ? (segments[0] ?? '') : ''

/** `fourteen` of `due | addDays:fourteen`: a path, where the number was meant. */
export function wordsForNumbers(expression: Expression): readonly { readonly name: string; readonly number: number }[] {
  const inner = partsOf(expression).flatMap(wordsForNumbers)
  if (expression.kind !== 'pipe') return inner
  const wanted = findFormatter(expression.formatter.name)?.args ?? []
  const own = expression.args.flatMap((argument, index) => {
    const name = argument.kind === 'path' ? nameOf(argument) : ''
    const number = typeof wanted[index]?.sample === 'number' ? numberInWords(name) : undefined
    return number === undefined ? [] : [{ name, number }]
  })
  return [...inner, ...own]
}

/** The tag with the number in the place of its word. */
export function withNumber(tag: string, name: string, number: number): string {
  const at = tag.lastIndexOf(name)
  return at === -1 ? tag : tag.slice(0, at) + String(number) + tag.slice(at + name.length)
}

/** Places of items as people say them. */
const places: Readonly<Record<string, number>> = {
  first: 0,
  erste: 0,
  second: 1,
  zweite: 1,
  third: 2,
  last: -1,
  letzte: -1,
}

/** `first` of `items[first].label`. */
export function placeInWords(expression: Expression): { readonly word: string; readonly place: number } | undefined {
  if (expression.kind === 'item' && expression.key.kind === 'path') {
    const word = nameOf(expression.key)
    const place = Object.hasOwn(places, word) ? places[word] : undefined
    if (place !== undefined) return { word, place }
  }
  return partsOf(expression)
    .map(placeInWords)
    .find((each) => each !== undefined)
}

/** `{index}`, `{rowNumber}`: what a loop counts by in programs. */
export const isCounterName = (expression: Expression): boolean =>
  expression.kind === 'path' &&
  /^(?:index|idx|rowNumber|rowIndex|row_number|loopIndex|counter)$/.test(nameOf(expression))
