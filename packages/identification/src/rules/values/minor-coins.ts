import type { Conventions } from '../conventions.ts'
import { fold } from '../text-index.ts'
import type { Beside } from './currency-beside.ts'

/** Hundredths that are one coin's alone: folded word -> ISO 4217. */
const ofOne: Readonly<Record<string, string>> = {
  pence: 'GBP',
  penny: 'GBP',
  rappen: 'CHF',
  grosz: 'PLN',
  grosze: 'PLN',
  groszy: 'PLN',
  kurus: 'TRY',
  kopek: 'RUB',
  kopeks: 'RUB',
  копеек: 'RUB',
}
/** Hundredths of the euro in that language, and of others elsewhere. */
const ofEuros = new Set('centime centimes centimo centimos centesimo centesimi eurocent'.split(' '))
/** Hundredths of whatever the paper is in. */
const ofAny = new Set('cent cents ct cts ¢ centavo centavos ore'.split(' '))
/** Coins with cents, by region; of the others a cent may be any. */
const byRegion: Readonly<Record<string, string>> = {
  US: 'USD',
  CA: 'CAD',
  AU: 'AUD',
  NZ: 'NZD',
  SG: 'SGD',
  HK: 'HKD',
  ZA: 'ZAR',
  CH: 'CHF',
  MX: 'MXN',
  BR: 'BRL',
  AR: 'ARS',
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
}
const euroLanguages = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl'])
const nordic: Readonly<Record<string, string>> = { sv: 'SEK', da: 'DKK', nb: 'NOK', no: 'NOK' }

const after = /^(?:[ \u00a0\u202f]{0,2}(¢|\p{L}{2,9})|(p))(?![\p{L}\p{N}-])/u
/** Carats and counts are written `ct`, too; of prices they are of something. */
const priced = /^\.?[ \u00a0\u202f]?(?:\/|(?:per|pro|je|par|por|al?|each)(?!\p{L}))/u

/** The name of a hundredth of a coin at the beginning of a text: `99 Cent`, `32,5 ct/kWh`, `50p`. */
export function minorAfter(text: string, amount: string, how: Conventions): Beside | undefined {
  const found = after.exec(text)
  if (found === null) return undefined
  const word = fold(found[1] ?? found[2] ?? '')
  const { length } = found[0]
  const mark = (code: string, sure: number, plain = sure): Beside => ({
    mark: { code, sure, plain, isMinor: true },
    length,
  })
  if (Object.hasOwn(ofOne, word)) return mark(ofOne[word] ?? '', 0.97)
  const named = how.currencies()
  // A page is `50p` as well, and so is a picture of so many lines.
  if (word === 'p')
    return amount.length > 2
      ? undefined
      : how.region === 'GB' || named.has('GBP')
        ? mark('GBP', 0.9)
        : mark('GBP', 0.6, 0)
  const isAny = ofAny.has(word)
  if (!isAny && !ofEuros.has(word)) return undefined
  if (/^cts?$/.test(word) && !priced.test(text.slice(length)) && !euroLanguages.has(how.language ?? ''))
    return undefined
  const own = byRegion[how.region ?? ''] ?? nordic[how.language ?? '']
  if (own !== undefined) return mark(own, 0.9)
  // Elsewhere they are hours: `6 ore`.
  if (word === 'ore') return undefined
  // English has other signs for its cents, and writes them small.
  if (!isAny || /^(?:cts?|Cent)$/.test(found[1] ?? '') || named.has('EUR') || euroLanguages.has(how.language ?? ''))
    return mark('EUR', word === '¢' ? 0.5 : 0.85)
  return mark('USD', 0.7)
}
