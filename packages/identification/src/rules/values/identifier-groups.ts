import { bareCandidate, type Candidate } from '../candidate.ts'

/** Plates of cars: `GH 482 KT`, `SI-KW 4410`, `7714 KLM`. */
const plate =
  /(?<![\p{L}\d]|[\p{Lu}\d][-/._ ])(?:[A-Z]{1,3}[ -]\d{1,4}[ -][A-Z]{1,3}|[A-Z]{1,3}-[A-Z]{1,2} \d{1,4}[EH]?|\d{4} [A-Z]{3})(?![\p{L}\d%]|[.,-]\d| [\d\p{Lu}])/gu
/** Groups with a space between, as accounts, registers and papers are numbered: `DK 41 882`, `DPS 4471 902`, `3100 447 120`. */
const groups =
  /(?<![\p{L}\d]|\d[ ]|[.,/-])(?:\p{Lu}{1,4} )?\d[\dA-Z./-]{0,11}(?: [\dA-Z][\dA-Z./-]{0,11}){1,4}(?![\p{L}\d]|[.,]\d|[ ][\p{Lu}\d%\p{Sc}])/gu
/** Days, and times of them, stand beside numbers. */
const day = /^\d{1,2}[./-]\d{1,2}(?:[./-]\d{2,4})?$|^\d{4}-\d\d-\d\d$/u
const leastSigns = 6
const mostDigits = 4

/**
 * Numbers with letters before and groups behind; a label makes one a fact.
 * @param isSeries whether letters before a number may be of it, and are no currency, month or word for a number
 */
export function scanIdentifierGroups(text: string, isSeries: (letters: string) => boolean): Candidate[] {
  const found: Candidate[] = []
  for (const { 0: raw, index } of text.matchAll(plate))
    if ((raw.match(/[A-Z]+/g) ?? []).every(isSeries))
      found.push(bareCandidate('identifier', index, index + raw.length, raw, 0.8))
  for (const { 0: whole, index } of text.matchAll(groups)) {
    const [, letters] = /^(\p{Lu}+) /u.exec(whole) ?? []
    const lead = letters === undefined || isSeries(letters) ? 0 : letters.length + 1
    const raw = whole.slice(lead)
    const parts = raw.split(' ')
    if (raw.replaceAll(/[^\p{L}\d]/gu, '').length < leastSigns || parts.length < 2) continue
    const isPart = (part: string, at: number): boolean =>
      !day.test(part) &&
      (/\d/.test(part) || at === 0 || (at === parts.length - 1 && part.length < 3)) &&
      (!/^[A-Z]+$/.test(part) || isSeries(part))
    if (!parts.every(isPart)) continue
    const isPlain = /^[\d ]+$/.test(raw)
    // Longer ones side by side are columns of a table.
    if (isPlain && parts.some((part) => part.length > mostDigits)) continue
    const value = isPlain ? raw.replaceAll(' ', '') : raw
    found.push(bareCandidate('identifier', index + lead, index + whole.length, value, 0.75))
  }
  return found
}
