import { bareCandidate, type Candidate } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import { readDecimal, writtenNumber } from './decimal.ts'
import { isOfMonth } from './month-names.ts'
import { scaled, scaleOf, scaleReach } from './scales.ts'

const number = new RegExp(
  String.raw`(?<![\p{L}\d]|\d[.,'’:/]|[\p{L}\d][/_.]|\p{L}[-−])(?:(?<!\d)[-−])?(?:${writtenNumber}|(?<![^\s(])[.,]\d{1,8}(?!\d))(?!(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}])[\p{L}_]|[/:]\d|\.\d)`,
  'gu',
)
/** The first end of a range (`5-10`), where it is no part of a number of something (`2026-0815`, `1-2-3`). */
const rangeBefore = /(?<![\p{L}\d./:_-])([1-9]\d{0,3})-$/u
/** Letters alone may be a unit as well. */
const longScale = 3

/** Numbers in digits; a decimal string, as JSON numbers would lose digits. */
export function scanNumbers(text: string, how: Conventions): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(number)) {
    // `,25` where the comma divides, and else a comma before a number.
    const isMark = match[0].startsWith(',') && how.decimalMark !== ','
    const raw = isMark ? match[0].slice(1) : match[0]
    const negative = /^[-−]/u.test(raw)
    const start = match.index + Number(isMark)
    const digits = raw.replace(/^[-−]/u, '').replace(/^[.,]/, '0$&')
    if (!negative && text[start - 1] === '-' && !isRange(text, start, digits)) continue
    const end = start + raw.length
    const next = /^-(\d{1,15})/.exec(text.slice(end, end + 17))?.[1]
    if (!negative && next !== undefined && !areEnds(digits, next)) continue
    if (digits.length < 3 && isOfMonth(text, end)) continue
    const { power, length } = scaleOf(text.slice(end, end + scaleReach), how.language)
    const scale = length > longScale ? power : 0
    const { value: plain, other } = readDecimal(digits, how.decimalMark)
    const sign = negative ? '-' : ''
    const value = sign + scaled(plain, scale)
    const alternatives = other === undefined ? [] : [{ value: sign + scaled(other, scale), confidence: 0.25 }]
    const sure = other === undefined ? 0.9 : how.decimalMarkShown ? 0.8 : 0.6
    const stop = scale > 0 ? end + length : end
    found.push(bareCandidate('number', start, stop, value, sure, alternatives))
  }
  return found
}

/** Those of them that are whole and that a JSON number holds. */
export const integersOf = (numbers: readonly Candidate[]): Candidate[] =>
  numbers.flatMap(({ start, end, value, confidence }) =>
    typeof value === 'string' && !value.includes('.') && value.length < 16
      ? [bareCandidate('integer', start, end, Number(value), confidence)]
      : [],
  )

function isRange(text: string, start: number, digits: string): boolean {
  const [, first] = rangeBefore.exec(text.slice(Math.max(0, start - 6), start)) ?? []
  return first !== undefined && areEnds(first, digits)
}

const areEnds = (first: string, last: string): boolean =>
  [first, last].every((one) => /^[1-9]\d{0,3}$/.test(one)) && Number(first) < Number(last)
