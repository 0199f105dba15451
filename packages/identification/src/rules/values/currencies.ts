import type { Conventions } from '../conventions.ts'
import { fold } from '../text-index.ts'

/** Codes that are common words in capitals are left out. */
const words = new Set(['ALL', 'TOP', 'CUP', 'ANG', 'MOP', 'PEN', 'SOS', 'BAM', 'MAD', 'GEL', 'LAK', 'BOB', 'COP'])
const codes = new Set(Intl.supportedValuesOf('currency').filter((code) => !words.has(code)))

const signs: Readonly<Record<string, string>> = {
  '€': 'EUR', '£': 'GBP', '₹': 'INR', '₽': 'RUB', '₩': 'KRW', '₺': 'TRY', '₴': 'UAH', '₪': 'ILS', '฿': 'THB',
  '₫': 'VND', '₱': 'PHP', '₦': 'NGN', '₡': 'CRC', '₲': 'PYG', '₸': 'KZT', '₾': 'GEL', '₿': 'BTC',
  'US$': 'USD', 'A$': 'AUD', 'AU$': 'AUD', 'C$': 'CAD', 'CA$': 'CAD', 'NZ$': 'NZD', 'HK$': 'HKD', 'S$': 'SGD',
  'SG$': 'SGD', 'R$': 'BRL', 'NT$': 'TWD', 'MX$': 'MXN', 'USD$': 'USD', 'CAD$': 'CAD', 'AUD$': 'AUD', 'MXN$': 'MXN', 'HKD$': 'HKD', 'SGD$': 'SGD', 'NZD$': 'NZD',
} // prettier-ignore

/** Abbreviations and names that stand before an amount as well as after it. */
const abbreviations: Readonly<Record<string, string>> = {
  rm: 'MYR', euro: 'EUR', eur: 'EUR', usd: 'USD', gbp: 'GBP', rmb: 'CNY', rs: 'INR', sfr: 'CHF', chf: 'CHF', zl: 'PLN',
  kc: 'CZK', rp: 'IDR', tl: 'TRY', руб: 'RUB', грн: 'UAH',
} // prettier-ignore

/** Names of coins: they follow the amount. */
const coins: Readonly<Record<string, string>> = {
  euros: 'EUR', dollar: 'USD', dollars: 'USD', dolares: 'USD', dollari: 'USD',
  pound: 'GBP', pounds: 'GBP', sterling: 'GBP', libras: 'GBP', pfund: 'GBP', sterline: 'GBP', yen: 'JPY', yuan: 'CNY',
  renminbi: 'CNY', rupee: 'INR', rupees: 'INR', ringgit: 'MYR', franken: 'CHF', francs: 'CHF', zloty: 'PLN', zlotych: 'PLN',
  reais: 'BRL', rubel: 'RUB', rubles: 'RUB', baht: 'THB', рубль: 'RUB', рубля: 'RUB', рублеи: 'RUB', гривень: 'UAH', forint: 'HUF',
} // prettier-ignore

/** What is a word, a measure or a name elsewhere is money only where it is at home: in its region, or its language. */
const atHome: Readonly<Record<string, readonly [currency: string, ...homes: string[]]>> = {
  won: ['KRW', 'KR', 'ko'], real: ['BRL', 'BR', 'pt'], rand: ['ZAR', 'ZA'], ft: ['HUF', 'HU', 'hu'],
  lei: ['RON', 'RO', 'MD', 'ro'], fr: ['CHF', 'CH', 'LI', 'fr', 'de', 'it'],
} // prettier-ignore

/** `Swiss francs`, `US dollars`: the word before the coin decides. */
const byNation = new Map(
  Object.entries({
    CHF: 'swiss suisses suizos schweizer svizzeri', USD: 'us american amerikanische estadounidenses americani', CAD: 'canadian canadiens kanadische canadienses',
    AUD: 'australian australiens australische australianos', NZD: 'zealand', HKD: 'hong', SGD: 'singapore', GBP: 'british english irish',
    SEK: 'swedish schwedische', NOK: 'norwegian norwegische', DKK: 'danish dänische', MXN: 'mexican mexicanos mexikanische', ARS: 'argentine argentinos',
  }).flatMap(([code, words]) => words.split(' ').map((word) => [fold(word), code] as const)),
) // prettier-ignore

const krone: Readonly<Record<string, string>> = { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' }
const dollar: Readonly<Record<string, string>> = {
  US: 'USD', CA: 'CAD', AU: 'AUD', NZ: 'NZD', SG: 'SGD', HK: 'HKD', MX: 'MXN', AR: 'ARS', CL: 'CLP', CO: 'COP', TW: 'TWD',
} // prettier-ignore

/**
 * ISO 4217 of a sign, code or word that stands beside an amount. `$`, `¥` and `kr` go by the region.
 * @param place where it stands; a name of a coin that stands before a number is some other word
 */
export function currencyOf(token: string, how: Conventions, place: 'before' | 'after' = 'after'): string | undefined {
  const region = how.region ?? ''
  if (token === '$') return dollar[region] ?? 'USD'
  if (token === '¥' || token === '￥') return region === 'CN' ? 'CNY' : 'JPY'
  const sign = signs[token.toUpperCase()]
  if (sign !== undefined) return sign
  if (codes.has(token)) return token
  const word = fold(token)
  const national = byNation.get(word.split(' ')[0] ?? '')
  if (national !== undefined && word.includes(' ')) return national
  if (word === 'kr' || word === 'kronor' || word === 'kroner') return krone[region] ?? 'SEK'
  if (Object.hasOwn(atHome, word)) {
    const [currency, ...homes] = atHome[word] ?? []
    return homes.includes(region) || homes.includes(how.language ?? '') ? currency : undefined
  }
  const names = place === 'before' ? abbreviations : { ...abbreviations, ...coins }
  return Object.hasOwn(names, word) && (word.length > 2 || token !== word || /^(?:rm|zl|kc|rs)$/.test(word))
    ? names[word]
    : undefined
}
