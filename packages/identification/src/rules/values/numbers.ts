import { candidate, type Candidate } from '../candidate.ts'
import type { Conventions } from '../conventions.ts'
import { readDecimal, writtenNumber } from './decimal.ts'

const number = new RegExp(String.raw`(?<![\p{L}\d]|\d[.,'’:/-]|[\p{L}\d][-/_.])[-−]?${writtenNumber}(?![\p{L}_])`, 'gu')

/** Numbers in digits; a decimal string, as JSON numbers would lose digits. Whole ones are `integer` too. */
export function scanNumbers(text: string, how: Conventions): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(number)) {
    const negative = /^[-−]/u.test(match[0])
    const { value, other } = readDecimal(match[0].replace(/^[-−]/u, ''), how.decimalMark)
    const sign = negative ? '-' : ''
    const alternatives = other === undefined ? [] : [{ value: sign + other, confidence: 0.25 }]
    const sure = other === undefined ? 0.9 : how.decimalMarkShown ? 0.8 : 0.6
    const end = match.index + match[0].length
    found.push({ ...candidate('number', match.index, end, sign + value, sure, alternatives), bare: true })
    if (!value.includes('.') && value.length < 16) {
      found.push({ ...candidate('integer', match.index, end, Number(sign + value), sure), bare: true })
    }
  }
  return found
}
