import { candidate, type Candidate } from '../candidate.ts'

/** Length by country: SWIFT's IBAN registry. */
const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  AZ: 28,
  BA: 20,
  BE: 16,
  BG: 22,
  BH: 22,
  BR: 29,
  BY: 28,
  CH: 21,
  CR: 22,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  DO: 28,
  EE: 20,
  EG: 29,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GE: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  GT: 28,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IQ: 23,
  IS: 26,
  IT: 27,
  JO: 30,
  KW: 30,
  KZ: 20,
  LB: 28,
  LC: 32,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  LY: 25,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MR: 27,
  MT: 31,
  MU: 30,
  NL: 18,
  NO: 15,
  PK: 24,
  PL: 28,
  PS: 29,
  PT: 25,
  QA: 29,
  RO: 24,
  RS: 22,
  SA: 24,
  SC: 31,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  ST: 25,
  SV: 28,
  TL: 23,
  TN: 24,
  TR: 26,
  UA: 29,
  VA: 22,
  VG: 24,
  XK: 20,
}

/** ISO 7064 mod 97-10 over the rearranged number (ISO 13616). */
function checks(iban: string): boolean {
  let rest = 0
  for (const sign of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** IBANs whose country length and check digits hold, however they are spaced; the value has no spaces. */
export function scanIbans(text: string): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(/(?<![\p{L}\d])([A-Z]{2}) ?\d{2}(?=[ \u00a0.-]{0,2}[A-Z\d])/giu)) {
    const length = lengths[(match[1] ?? '').toUpperCase()]
    if (length === undefined) continue
    let iban = ''
    let end = match.index
    const limit = Math.min(text.length, match.index + 64)
    for (; end < limit && iban.length < length; end += 1) {
      const sign = text[end] ?? ''
      if (/[A-Za-z\d]/.test(sign)) iban += sign.toUpperCase()
      else if (!/[ \u00a0.-]/.test(sign)) break
    }
    if (iban.length < length || /[\p{L}\d]/u.test(text[end] ?? '') || !checks(iban)) continue
    found.push(candidate('iban', match.index, end, iban, 0.99))
  }
  return found
}
