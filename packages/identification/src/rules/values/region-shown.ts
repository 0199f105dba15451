import { scanIbans } from './iban.ts'

/** What only papers of one country have: postcodes, prefixes of telephones, names of registers and the currency of amounts. */
const signs: readonly (readonly [region: string, sign: RegExp])[] = [
  [
    'GB',
    /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? \d[A-BD-HJLNP-UW-Z]{2}(?![\p{L}\d])|£ ?\d|(?<!\p{L})GBP(?!\p{L})|\+44[ (\d]|\.(?:co|org|ac|gov)\.uk(?![\p{L}\d])/u,
  ],
  [
    'IE',
    /\+353[ (\d]|(?<![\p{L}\d])[A-Z]\d[\dW] [A-Z\d]{4}(?![\p{L}\d])|(?<!\p{L})Co\. (?:Dublin|Cork|Kerry|Galway|Mayo|Clare|Kildare|Wicklow|Meath|Louth|Donegal|Limerick|Wexford|Waterford)(?!\p{L})/u,
  ],
  [
    'AU',
    /\+61[ (\d]|(?<!\p{L})(?:NSW|VIC|QLD|TAS|ACT) \d{4}(?!\d)|(?<!\p{L})ABN[: ]{1,2}\d{2} \d{3} \d{3} \d{3}|\.(?:com|org|gov)\.au(?![\p{L}\d])/u,
  ],
  ['NZ', /\+64[ (\d]|\.co\.nz(?![\p{L}\d])/u],
  ['IN', /\+91[ (\d-]|₹ ?\d/u],
  ['ZA', /\+27[ (\d]|\.co\.za(?![\p{L}\d])/u],
  ['CA', /(?<![\p{L}\d])[A-Z]\d[A-Z] \d[A-Z]\d(?![\p{L}\d])/u],
  [
    'US',
    /(?<![\p{L}\d])(?:AL|AK|AZ|AR|CA|CO|CT|DE|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|DC),? \d{5}(?!\d)/u,
  ],
  ['PL', /\d ?(?:zł|PLN)(?!\p{L})/u],
  ['CZ', /\d ?(?:Kč|CZK)(?!\p{L})/u],
  ['HU', /\d ?(?:Ft|HUF)(?!\p{L})/u],
  ['RO', /\d ?(?:lei|RON)(?!\p{L})/u],
  ['CH', /(?<!\p{L})(?:CHF ?\d|Fr\. ?\d{1,3}['’]\d{3})/u],
  // Amounts in euros in Portuguese, and its postcodes.
  ['PT', /(?<!\d)\d{4}-\d{3} \p{Lu}\p{Ll}|(?<!\p{L})(?:NIPC|contribuinte n\.?º|freguesia)(?!\p{L})/u],
  ['JP', /\d円|〒\d{3}-\d{4}/u],
]
const head = 20_000

/**
 * ISO 3166 alpha-2 of the country that a text shows by its accounts, postcodes, telephones or currency, where all say the
 * same; days and national telephone numbers are read by it. `undefined` where they differ or nothing is shown.
 */
export function regionShown(text: string): string | undefined {
  const shown = new Set(scanIbans(text.slice(0, head)).map(({ value }) => String(value).slice(0, 2)))
  for (const [region, sign] of signs) if (sign.test(text.slice(0, head))) shown.add(region)
  const [only] = shown
  return shown.size === 1 ? only : undefined
}
