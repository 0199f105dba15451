import { candidate, type Candidate } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import { readDecimal, writtenNumber } from './decimal.ts'

const percent = new RegExp(
  String.raw`(?<![\p{L}\d]|\d[.,'’])([-−+]?)(${writtenNumber})[ \u00a0\u202f]?(?:[%٪％]|(?:percent|per cent|prozent|pour cent|por ciento|per cento|por cento|procent)(?!\p{L}))`,
  'giu',
)

/** Percentages: the number before the sign, as a decimal string (`"19"` for 19 %). */
export function scanPercents(text: string, how: Conventions): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(percent)) {
    const sign = /[-−]/u.test(match[1] ?? '') ? '-' : ''
    const { value, other } = readDecimal(match[2] ?? '', how.decimalMark)
    const alternatives = other === undefined ? [] : [{ value: sign + other, confidence: 0.2 }]
    found.push(candidate('percent', match.index, match.index + match[0].length, sign + value, 0.97, alternatives))
  }
  return found
}
