import { type Finding, readAddress } from '@chancery/core'
import { columnLabels, type RowLabels } from './contact-labels.ts'
import type { RowCells } from './row-cells.ts'
import { looksLikePhone, readPhone } from './phone-number.ts'
import { remark } from './remark.ts'

/** Addresses or numbers in one cell; more are somebody's whole address book. */
const maxParts = 50

/** What a list in a cell is separated by; Google joins with ` ::: `. */
const parts = (value: string, separators: RegExp): string[] =>
  value
    .slice(0, 5000)
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, maxParts)

/** `"Lovelace, Ada" <ada@example.com>; alan@example.com`. */
const addressesIn = (value: string): string[] =>
  value.includes('<')
    ? [...value.slice(0, 5000).matchAll(/<([^<>\s]{3,320})>/g)].map((match) => match[1] ?? '')
    : parts(value, /[;,|\s]|:::/)

const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

/** The e-mail addresses of a row, in lower case: the part before the @ could tell cases apart, and nowhere does. */
export function readEmails(cells: RowCells, labels: RowLabels, warnings: Finding[]): string[] {
  const emails = new Set<string>()
  for (const { column, value, labels: said } of cells.all('email')) {
    const refused: string[] = []
    const written = addressesIn(value)
    for (const part of written) {
      const read = readAddress(part.replace(/^mailto:/i, ''))
      if ('address' in read) {
        const address = read.address.toLowerCase()
        emails.add(address)
        labels.add(address, column, labels.saidOf(column, said))
      } else refused.push(`"${shown(part)}" is not an e-mail address. ${read.fault}`)
    }
    if (written.length === 0) refused.push(`"${shown(value)}" holds no e-mail address.`)
    if (value.length > 5000) refused.push('Only the first 5,000 characters were looked at.')
    if (refused.length === 0) continue
    cells.keep(column, value)
    const more = refused.length > 1 ? ` The cell holds ${refused.length} such.` : ''
    warnings.push(remark('invalid_email', `${refused[0]}${more} The cell is kept as it is.`, column))
  }
  return [...emails]
}

/** Which number it is, before or behind it: "Mobil: 0171 …", "T +49 30 …", "+44 7911 … (work)". */
const label = /^\p{L}[\p{L}\s./()-]{0,20}[:.\s]\s*(?=[+\d(])|\s*\(\p{L}[\p{L}\s.]{0,20}\)$/gu

/** The number alone with what is said of it, where what is left is one; else as it is. */
function withoutLabel(part: string): { readonly part: string; readonly written?: readonly string[] } {
  if (part.length > 80) return { part }
  const bare = part.replaceAll(label, '')
  if (!looksLikePhone(bare)) return { part }
  return { part: bare, written: [...part.matchAll(label)].flatMap(([text]) => columnLabels(text)) }
}

/** The telephone numbers of a row: E.164 where that is sure, else as written. */
export function readPhones(
  cells: RowCells,
  country: string | undefined,
  labels: RowLabels,
  warnings: Finding[],
): string[] {
  const phones = new Set<string>()
  for (const { column, value, labels: said = [] } of cells.all('phone')) {
    const whole = readPhone(value, country)
    for (const each of whole === undefined ? parts(value, /;(?!ext=)|[,\n|]|:::|\s\/\s/) : [value]) {
      const { part, written = [] } = looksLikePhone(each) ? { part: each } : withoutLabel(each)
      const number = readPhone(part, country)
      const known = looksLikePhone(part)
      const told = [...labels.saidOf(column, said), ...written]
      // Nobody is rung there. The name of the column is not asked: who maps "Fax" to `phone` wants it so.
      const other = ['fax', 'pager'].find((label) => told.includes(label))
      if (other !== undefined) cells.keep(`TEL.${other}`, number ?? part)
      else if (number !== undefined || known) {
        phones.add(number ?? part)
        labels.add(number ?? part, column, told)
      } else cells.keep(column, part)
      if (number === undefined) warnings.push(known ? withoutCountry(column, country) : notAPhone(column))
    }
    if (value.length > 5000) cells.keep(column, value)
  }
  return [...phones]
}

const withoutCountry = (column: string, country: string | undefined): Finding =>
  country === undefined
    ? remark('phone_without_country', 'The number has no country code; it is kept as it is.', column, 'Give `country`.')
    : remark('invalid_phone', 'The number does not exist in its country; it is kept as it is.', column)

const notAPhone = (column: string): Finding =>
  remark('invalid_phone', 'This is not a telephone number; it is kept as it is.', column)
