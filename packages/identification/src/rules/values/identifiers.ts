import { bareCandidate, type Candidate } from '../candidate.ts'
import { fold } from '../text-index.ts'
import { isCurrencyCode } from './currencies.ts'
import { withCheckDigits } from './check-digits.ts'
import { scanIdentifierGroups } from './identifier-groups.ts'
import { monthNumbers } from './month-names.ts'

const identifier =
  /(?<![\p{L}\d])(?=[\p{L}\d#/_.-]{0,40}\d)[\p{L}\d](?:[\p{L}\d]|[-/_.](?=[\p{L}\d])){1,39}(?![\p{L}\d])/gu
/** What a colon joins to a number behind it: the office of a court, `2:26-cv-01234`. */
const beforeColon = /(?<![\p{L}\d])(?:[\p{L}\d]|[\p{L}\d][-/_.](?=[\p{L}\d])){0,39}\d:$/u
/** Times of day and lengths of time are written so, too. */
const clock = /^\d{1,3}(?::[0-5]\d){1,2}$/

/**
 * Numbers that registers and banks print in groups: `732 829 320 00074`, `1234 5678 9012`, `QQ 12 34 56 C`, references of
 * payments (`21 00000 00003 13947 14300 09017`, `RF18 5390 0754 7034`).
 */
const grouped =
  /(?<![\p{L}\d]|\d )(?:\d{1,3}(?: \d{3}){2,4}(?: \d{4,6})?|\d{3} \d{4} \d{2}|\d{3} \d{3} \d{4}|\d{4}(?: \d{4}){2,4}(?: \d{1,3})?|\d(?: \d{2}){3} \d{3} \d{3} \d{2}|\p{Lu}{2}(?: \d{2}){3} ?\p{Lu}|\d{2}(?: \d{5}){5}|\d{5} \d{5}|\d{4} \d{4}|\d{4} \d{2} \d{5}|\d{2} \d{6} [A-Z] \d{3}|\d{8} \d [A-Z]{2}\d|RF\d{2}(?: [A-Z\d]{4}){1,5}(?: [A-Z\d]{1,3})?)(?! ?[\p{L}\d%\p{Sc}]|[.,/-]\d)/gu

/** Post codes of the UK and Canada: `LS1 4AP`, `K1A 0B1`. */
const postcode = /(?<![\p{L}\d])(?:\p{Lu}{1,2}\d[\p{Lu}\d]? \d\p{Lu}{2}|\p{Lu}\d\p{Lu} \d\p{Lu}\d)(?![\p{L}\d])/gu

/** A series before a number: `FT 2026/45`, `BL 778`, `HRB 12345`. */
const series = /(?<![\p{L}\d]|[\p{L}\d][-/._])(\p{Lu}{1,3}) \d(?:\d|[-/.](?=\d)){2,24}(?![\p{L}\d%]|,\d)/gu
/** What says that a number follows, or of what kind, and is no part of it. */
const noSeries = new Set('NO NR NUM VAT TVA IVA BTW GST TAX ID UID TEL FAX DAY PIN PLZ ZIP CAP CP CEP'.split(' '))

/** Files of German and Austrian courts: `12 O 345/26`, `VIII ZR 12/26`, `1 BvR 2/26`. */
const courtFile = /(?<![\p{L}\d]|\d )(?:\d{1,4}|[IVX]{1,5}) \p{Lu}\p{L}{0,4} \d{1,6}\/\d{2,4}(?![\p{L}\d])/gu

/** Companies of the Austrian register: `FN 204817 k`. */
const firm = /(?<=(?<!\p{L})FN )\d{5,6} ?[a-z](?![\p{L}\d])/gu

/** Firms of the German commercial register: `HRB 4711`, `HRA 201877 B`. */
const germanRegister = /(?<!\p{L})HR[AB] ?\d{1,6}(?: \p{Lu}{1,2}(?![\p{L}\d]))?(?!\d)/gu

/** Files of courts of US states: `2025 L 009134`, `2025 CV 01234`. */
const stateFile = /(?<![\p{L}\d]|\d )(?:19|20)\d{2} \p{Lu}{1,3} \d{4,7}(?![\p{L}\d])/gu

/** European case law identifiers: `ECLI:EU:C:2014:317`. */
const caseLaw = /(?<![\p{L}\d])ECLI(?::[A-Z\d.]{1,25}){4}(?![\p{L}\d])/gu

/** Files of federal courts of the US as reporters cite them: `12 Civ. 3456`, `17 Cr. 123`. */
const docket = /(?<![\p{L}\d]|\d )\d{2} (?:Civ|Cr|Misc|Mag)\. ?\d{1,5}(?![\p{L}\d])/gu

/** Numbers of papers, cases and customers: one token with a digit. Only a label makes one of them a fact. */
export function scanIdentifiers(text: string): Candidate[] {
  const found: Candidate[] = []
  for (const match of text.matchAll(identifier)) {
    const end = match.index + match[0].length
    const start = match.index - joinedBefore(text, match.index)
    const raw = text.slice(start, end)
    if (start < match.index) while ((found.at(-1)?.start ?? -1) >= start) found.pop()
    if (clock.test(raw)) continue
    found.push(bareCandidate('identifier', start, end, raw, /\d{3}/.test(raw) ? 0.8 : 0.6))
  }
  for (const match of text.matchAll(grouped)) {
    const value = match[0].replaceAll(' ', '')
    found.push(bareCandidate('identifier', match.index, match.index + match[0].length, value, 0.8))
  }
  for (const match of [courtFile, firm, germanRegister, stateFile, docket, caseLaw, postcode].flatMap((pattern) => [
    ...text.matchAll(pattern),
  ])) {
    found.push(bareCandidate('identifier', match.index, match.index + match[0].length, match[0], 0.8))
  }
  for (const { 0: raw, 1: letters = '', index } of text.matchAll(series))
    if (isSeries(letters)) found.push(bareCandidate('identifier', index, index + raw.length, raw, 0.8))
  return [...found, ...scanIdentifierGroups(text, isSeries)].map(withCheckDigits)
}

const isSeries = (letters: string): boolean => !noSeries.has(letters) && !isCurrencyCode(letters) && !isMonth(letters)
const isMonth = (letters: string): boolean => monthNumbers.has(fold(letters))

/** How much before a number belongs to it by a colon between digits. */
const joinedBefore = (text: string, start: number): number =>
  text[start - 1] === ':' && /\d/.test(text[start] ?? '')
    ? (beforeColon.exec(text.slice(Math.max(0, start - 41), start))?.[0].length ?? 0)
    : 0
