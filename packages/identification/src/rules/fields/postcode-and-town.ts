import { candidate, type Candidate } from '../candidate.ts'
import type { LabelHit } from '../labels/label-hits.ts'

/** One label of both, with what stands between their names: `PLZ, Ort:`, `Postcode / Town:`, `City, State ZIP:`. */
const between = /^[ \u00a0]?(?:[,/&+-]|und|and|et|y|e|en)[ \u00a0]?(?:(?:state|province|county)[ ,/]{1,2})?$/iu
const divider = /^\.?[ \u00a0]?(?:[:：][ \t]{0,8}(?:\r?\n)?|\t|\r?\n)[ \u00a0\t]{0,8}/u
const code = String.raw`(?:\p{Lu}{1,2}-)?(?:\d{2}-\d{3}|\d{3} \d{2}|\d{4}-\d{3}|\d{5}-\d{3,4}|\d{4} ?\p{Lu}{2}(?!\p{L})|\d{4,6}|\p{Lu}{1,2}\d[\p{Lu}\d]? \d\p{Lu}{2}|\p{Lu}\d\p{Lu} \d\p{Lu}\d)(?![\p{L}\d])`
const town = (most: string): string => String.raw`\p{L}[\p{L}\p{M} .’'()/-]${most}[\p{L}\p{M}.)]`
const codeFirst = new RegExp(String.raw`^(?<code>${code}),? (?<town>${town('{0,48}')})`, 'u')
const townFirst = new RegExp(String.raw`^(?<town>${town('{0,48}?')}),? (?:\p{Lu}{2},? )?(?<code>${code})`, 'u')

/**
 * What a label of a postcode and a town has for one of the two; `undefined` where the label is of one alone, or another
 * thing stands behind it.
 * @param at index of the label's hit
 */
export function partOfPlace(
  text: string,
  hits: readonly LabelHit[],
  at: number,
  wanted: 'postcode' | 'city',
): Candidate | undefined {
  const areOne = (first: LabelHit | undefined, second: LabelHit | undefined): boolean =>
    first !== undefined && second !== undefined && between.test(text.slice(first.end, second.start).slice(0, 24))
  const hit = hits[at]
  // The name of a state between them may be a label as well.
  const last =
    [hits[at + 2], hits[at + 1]].find((after) => areOne(hit, after)) ??
    ([hits[at - 1], hits[at - 2]].some((before) => areOne(before, hit)) ? hit : undefined)
  const gap = last && divider.exec(text.slice(last.end, last.end + 12))
  if (!last || !gap) return undefined
  const begin = last.end + gap[0].length
  const [line = ''] = text.slice(begin, begin + 80).split(/[\t\n\r|]/u)
  const found = (codeFirst.exec(line) ?? townFirst.exec(line))?.groups
  const part = found?.[wanted === 'city' ? 'town' : 'code']
  if (part === undefined) return undefined
  const start = begin + line.indexOf(part)
  return candidate(wanted === 'city' ? 'text' : 'identifier', start, start + part.length, part, 0.95)
}
