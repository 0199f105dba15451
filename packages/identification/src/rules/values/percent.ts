import { candidate, type Candidate } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import { readDecimal, writtenNumber } from './decimal.ts'

const percent = new RegExp(
  String.raw`(?<![\p{L}\d]|\d[.,'’])([-−+]?)(${writtenNumber})([½¼¾]?)[ \u00a0\u202f]?(?:[%٪％]|(?:percent|per cent|prozent|pour cent|por ciento|per cento|por cento|procent)(?!\p{L}))`,
  'giu',
)
/** Turkish writes the sign first. Elsewhere it may be an escape: `a%20b`. */
const signFirst = new RegExp(String.raw`(?<=^|[\s(])[%٪](${writtenNumber})(?![\p{L}\d%]|[.,]\d)`, 'gu')
/** The first end of a range, whose sign stands behind the last: `5-10 %`, `5 bis 10 %`. */
const rangeBefore = new RegExp(
  String.raw`(?<![\p{L}\d.,/-])(${writtenNumber})(?:[ \u00a0\u202f]?[-–—][ \u00a0\u202f]?| (?:to|bis|à|al?|hasta|até|tot) )$`,
  'u',
)
const ofFractions: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75' }

/** Percentages: the number before the sign, as a decimal string (`"19"` for 19 %). */
export function scanPercents(text: string, how: Conventions): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(percent)) {
    const sign = /[-−]/u.test(match[1] ?? '') ? '-' : ''
    const first = rangeBefore.exec(text.slice(Math.max(0, match.index - 16), match.index))?.[1]
    if (first !== undefined) {
      const start = text.lastIndexOf(first, match.index - 1)
      found.push(candidate('percent', start, start + first.length, readDecimal(first, how.decimalMark).value, 0.85))
    }
    const fraction = ofFractions[match[3] ?? ''] ?? ''
    const { value, other } = readDecimal(match[2] ?? '', how.decimalMark)
    const alternatives = other === undefined ? [] : [{ value: sign + other, confidence: 0.2 }]
    found.push(
      candidate('percent', match.index, match.index + match[0].length, sign + value + fraction, 0.97, alternatives),
    )
  }
  for (const { 0: raw, 1: digits = '', index } of text.matchAll(signFirst))
    found.push(candidate('percent', index, index + raw.length, readDecimal(digits, how.decimalMark).value, 0.85))
  return found
}
