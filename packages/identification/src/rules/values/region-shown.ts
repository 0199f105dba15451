import type { Candidate } from '../candidate.ts'

/** What only papers of one country have: postcodes and amounts of the UK, of Poland, Sweden and others by their currency. */
const signs: readonly (readonly [region: string, sign: RegExp])[] = [
  ['GB', /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]? \d[A-BD-HJLNP-UW-Z]{2}(?![\p{L}\d])|£ ?\d/u],
  ['PL', /\d ?(?:zł|PLN)(?!\p{L})/u],
  ['CZ', /\d ?(?:Kč|CZK)(?!\p{L})/u],
  ['HU', /\d ?(?:Ft|HUF)(?!\p{L})/u],
  ['CH', /(?<!\p{L})(?:CHF|Fr\.) ?\d/u],
  ['JP', /\d円|〒\d{3}-\d{4}/u],
]
const head = 20_000

/**
 * ISO 3166 alpha-2 of the country that a text shows by its accounts, postcodes or currency, where all say the same;
 * national telephone numbers are read by it. `undefined` where they differ or nothing is shown.
 */
export function regionShown(text: string, ibans: readonly Candidate[]): string | undefined {
  const shown = new Set(ibans.map(({ value }) => String(value).slice(0, 2)))
  for (const [region, sign] of signs) if (sign.test(text.slice(0, head))) shown.add(region)
  const [only] = shown
  return shown.size === 1 ? only : undefined
}
