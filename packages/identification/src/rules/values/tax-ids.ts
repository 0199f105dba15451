import { candidate, type Candidate } from '../candidate.ts'
import { withCheckDigits } from './check-digits.ts'

/** VAT identification numbers of the EU, the UK, Norway and Switzerland, by their published structure. */
const vat =
  /(?<![\p{L}\d])(?:ATU ?\d{8}|BE ?[01]\d{3}[. ]?\d{3}[. ]?\d{3}|BG ?\d{9,10}|CHE[- ]?\d{3}\.?\d{3}\.?\d{3}(?: ?(?:MWST|TVA|IVA))?|CY ?\d{8}[A-Z]|CZ ?\d{8,10}|DE ?\d{3} ?\d{3} ?\d{3}|DK ?\d{2} ?\d{2} ?\d{2} ?\d{2}|EE ?\d{9}|EL ?\d{9}|ES ?[A-Z\d]\d{7}[A-Z\d]|FI ?\d{8}|FR ?[A-Z\d]{2} ?\d{3} ?\d{3} ?\d{3}|GB ?\d{3} ?\d{4} ?\d{2}(?: ?\d{3})?|HR ?\d{11}|HU ?\d{8}|IE ?\d[A-Z\d]\d{5}[A-Z]{1,2}|IT ?\d{11}|LT ?(?:\d{12}|\d{9})|LU ?\d{8}|LV ?\d{11}|MT ?\d{8}|NL ?\d{9} ?B ?\d{2}|PL ?\d{10}|PT ?\d{9}|RO ?\d{6,10}|SE ?\d{12}|SI ?\d{8}|SK ?\d{10})(?![\p{L}\d])/gu

/** Business identifier codes (ISO 9362) where the word stands before. */
const bic =
  /(?<!\p{L})(?:BIC|SWIFT)[^\n\p{L}\d]{0,5}(?:code|BIC|SWIFT)?[^\n\p{L}\d]{0,5}([A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?)(?![\p{L}\d])/giu

/** Tax and bank identifiers that show by their form what they are; without spaces, as registers keep them. */
export function scanTaxIds(text: string): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(vat)) {
    const value = match[0].replace(/[ .-]/g, '')
    found.push(candidate('identifier', match.index, match.index + match[0].length, value, 0.9))
  }
  for (const match of text.matchAll(bic)) {
    const [whole, code = ''] = match
    const end = match.index + whole.length
    found.push(candidate('identifier', end - code.length, end, code.toUpperCase(), 0.9))
  }
  return found.map(withCheckDigits)
}
