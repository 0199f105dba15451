import type { Conventions } from '../conventions.ts'
import { fold } from '../text-index.ts'

/** What a sign, code or word beside an amount means. */
export interface CurrencyMark {
  /** ISO 4217. */
  readonly code: string
  /** 0 to 1: how surely it means this currency, and money at all. */
  readonly sure: number
  /** The same, where the amount is not written like money (`PHP 8`, `RON 95`, `RM 12`); 0 where that is none. */
  readonly plain?: number
  /** Short for a day of the week as well: `Fr`. */
  readonly isDay?: boolean
  /** A hundredth of the coin: `Cent`, `p`. */
  readonly isMinor?: boolean
  /** Says the kind of coin and not whose: `$`, `kr`, `pounds`. A code or a nation behind the amount says that. */
  readonly family?: Family
}

type Family = 'dollar' | 'franc' | 'pound' | 'krone' | 'peso' | 'rupee' | 'yen'

/** Whose coin it is, by country; the first is meant where nothing says whose. */
const byFamily: Readonly<Record<Family, Readonly<Record<string, string>>>> = {
  dollar: {
    US: 'USD',
    CA: 'CAD',
    AU: 'AUD',
    NZ: 'NZD',
    SG: 'SGD',
    HK: 'HKD',
    MX: 'MXN',
    AR: 'ARS',
    CL: 'CLP',
    CO: 'COP',
    TW: 'TWD',
    JM: 'JMD',
    TT: 'TTD',
    NA: 'NAD',
    BS: 'BSD',
    BB: 'BBD',
    BZ: 'BZD',
    FJ: 'FJD',
    UY: 'UYU',
  },
  franc: { CH: 'CHF', LI: 'CHF', CFA: 'XOF' },
  pound: { GB: 'GBP', EG: 'EGP', GI: 'GIP', FK: 'FKP', LB: 'LBP' },
  krone: { SE: 'SEK', NO: 'NOK', DK: 'DKK', IS: 'ISK' },
  peso: { MX: 'MXN', AR: 'ARS', CL: 'CLP', CO: 'COP', PH: 'PHP', UY: 'UYU' },
  rupee: { IN: 'INR', PK: 'PKR', LK: 'LKR', NP: 'NPR', MU: 'MUR' },
  yen: { JP: 'JPY', CN: 'CNY' },
}
/** How surely the first of a family is meant. Pounds are a weight as well, and francs were of many. */
const unsaid: Readonly<Record<Family, number>> = {
  dollar: 0.97,
  franc: 0.7,
  pound: 0.8,
  krone: 0.5,
  peso: 0,
  rupee: 0.8,
  yen: 0.88,
}
/** The country of a language, where the coin is not another's as well. */
const homeOf: Readonly<Record<string, string>> = {
  sv: 'SE',
  da: 'DK',
  nb: 'NO',
  no: 'NO',
  nn: 'NO',
  is: 'IS',
  ja: 'JP',
  zh: 'CN',
}

const familyWords: readonly (readonly [Family, string])[] = [
  ['dollar', '$ dollar dollars dolar dolares dollaro dollari'],
  ['franc', 'franc francs franken franchi francos frank'],
  ['pound', 'pound pounds pfund livre livres libra libras sterlina pond ponden'],
  ['krone', 'kr krona kronor krone kroner kronen couronne couronnes corona coronas corone coroa coroas kroon'],
  ['peso', 'peso pesos'],
  ['rupee', 'rs ₨ rupee rupees rupie rupien roupie roupies rupia rupias roepie roepies'],
  ['yen', '¥ ￥'],
]
const families: ReadonlyMap<string, Family> = new Map(
  familyWords.flatMap(([family, words]) => words.split(' ').map((word) => [word, family] as const)),
)
/** They stand before an amount as well; names of coins follow it. */
const before = new Set('$ ¥ ￥ kr rs ₨'.split(' '))

/** Beginnings of the words that say whose: in en, de, fr, es, it, pt, nl. */
const nations: readonly (readonly [country: string, beginnings: RegExp])[] = [
  ['US', /^(?:us|u|usa|americ.*|amerik.*|estadouni.*|etats|statunit.*|unis)$/],
  ['CA', /^(?:ca|c|can|cdn|canad.*|kanad.*)$/],
  ['AU', /^(?:au|austral.*)$/],
  ['NZ', /^(?:nz|(?:new )?zealand|neusee.*|neoze.*|neo|nieuwze.*)$/],
  ['HK', /^(?:hk|hong.*)$/],
  ['SG', /^(?:sg|singap.*|singaf.*)$/],
  ['CH', /^(?:swiss|suiss.*|suiz.*|schweiz.*|svizz.*|zwits.*)$/],
  ['CFA', /^cfa$/],
  ['GB', /^(?:british|britisch.*|britan.*|sterling|esterlin.*|sterlin.*|english)$/],
  ['EG', /^(?:egyp.*|agypt.*|egiz.*|egip.*)$/],
  ['SE', /^(?:swed.*|schwed.*|suec.*|sued.*|sved.*|zweed.*)$/],
  ['NO', /^(?:norweg.*|norveg.*|norueg.*|noors.*|noors)$/],
  ['DK', /^(?:danish|danisch.*|danois.*|danes.*|deens.*|dinamarq.*)$/],
  ['MX', /^(?:mx|mex|mexi.*|mexik.*|messic.*)$/],
  ['AR', /^argent.*$/],
  ['CL', /^(?:chile|chilen.*|cilen.*|chilien.*)$/],
  ['CO', /^(?:colomb.*|kolumb.*)$/],
  ['TW', /^taiwan.*$/],
  ['IN', /^(?:indian.*|indisch.*|indien.*|indias)$/],
  ['PK', /^(?:pakist.*|pachist.*|paquist.*)$/],
]

/** Codes that are words, names of things or quantities in capitals as well, or are out of use. */
const alsoWords = new Set(
  (
    'ALL AED AMD ANG ARS BAD BAM BAN BHD BIF BOB BOP BSD CAD CHE CLP COP COU CRC CUP DEM DOP ECS ERN ESP FIM GEL GHS GIP INR IRR ITL LAK LUC MAD MDL ' +
    'MLF MOP MUR MVP NIC PAB PEN PES PHP RON ROL SAR SDG SIT SLE SLL SOS SRD SSP STD SUR TOP TPE TRY USS YUM YUN'
  ).split(' '),
)
/** Of tests, metals and baskets: nobody pays in them. */
const codes = new Set(
  Intl.supportedValuesOf('currency').filter((code) => !code.startsWith('X') || /^X[AOP]F|^XCD$/.test(code)),
)

/** ISO 4217, of those that people pay in. */
export const isCurrencyCode = (letters: string): boolean => codes.has(letters)

const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  '₽': 'RUB',
  '₩': 'KRW',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '฿': 'THB',
  '₫': 'VND',
  '₱': 'PHP',
  '₦': 'NGN',
  '₡': 'CRC',
  '₲': 'PYG',
  '₸': 'KZT',
  '₾': 'GEL',
  '₿': 'BTC',
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  CAN$: 'CAD',
  CDN$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  SG$: 'SGD',
  R$: 'BRL',
  NT$: 'TWD',
  MX$: 'MXN',
  MEX$: 'MXN',
  U$S: 'USD',
  J$: 'JMD',
  TT$: 'TTD',
  EC$: 'XCD',
  BZ$: 'BZD',
  AR$: 'ARS',
  COL$: 'COP',
}

/** Abbreviations and names that stand before an amount as well as after it. */
const abbreviations: Readonly<Record<string, string>> = {
  eur: 'EUR',
  usd: 'USD',
  gbp: 'GBP',
  rmb: 'CNY',
  sfr: 'CHF',
  chf: 'CHF',
  fcfa: 'XOF',
  руб: 'RUB',
  грн: 'UAH',
}
/** The same, of few letters or another meaning ("Rm 12", "TL 3", "Euro 6"). */
const doubtful: Readonly<Record<string, readonly [code: string, sure: number]>> = {
  rm: ['MYR', 0.6],
  zl: ['PLN', 0.6],
  kc: ['CZK', 0.6],
  rp: ['IDR', 0.5],
  tl: ['TRY', 0],
  euro: ['EUR', 0.8],
}

/** Names of coins: they follow the amount. */
const coins: Readonly<Record<string, string>> = {
  euros: 'EUR',
  franken: 'CHF',
  sterling: 'GBP',
  sterline: 'GBP',
  yen: 'JPY',
  yens: 'JPY',
  yuan: 'CNY',
  yuans: 'CNY',
  renminbi: 'CNY',
  ringgit: 'MYR',
  zloty: 'PLN',
  zlotys: 'PLN',
  zlotych: 'PLN',
  reais: 'BRL',
  rubel: 'RUB',
  rubles: 'RUB',
  roubles: 'RUB',
  baht: 'THB',
  рубль: 'RUB',
  рубля: 'RUB',
  рублеи: 'RUB',
  гривень: 'UAH',
  forint: 'HUF',
}

/** What is a word, a measure or a name elsewhere is money only where it is at home: in its region, or its language. */
const atHome: Readonly<Record<string, readonly [currency: string, ...homes: string[]]>> = {
  won: ['KRW', 'KR', 'ko'],
  real: ['BRL', 'BR'],
  rand: ['ZAR', 'ZA'],
  r: ['ZAR', 'ZA'],
  ft: ['HUF', 'HU', 'hu'],
  lei: ['RON', 'RO', 'MD', 'ro'],
  fr: ['CHF', 'CH', 'LI'],
}

const countryOf = (word: string): string | undefined => nations.find(([, beginning]) => beginning.test(word))?.[0]

/** Countries with dollars of their own, where a `$` is less surely of the United States. */
const otherDollars =
  /(?<!\p{L})(?:Canada|Kanada|Australia|Australien|Australie|New Zealand|Neuseeland|Singapore|Singapur|Hong Kong|Hongkong|Mexico|México|Mexiko|Chile|Colombia|Argentina|Taiwan)(?!\p{L})/gu

/** Codes of more than one country's dollars, and so on, that a text names: they tell what a bare `$` is in it; with `?` those of countries. */
export function namedCurrencies(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [token] of text.matchAll(
    /(?<![\p{L}\d])(?:[A-Z]{3}|(?:US|CA|CAN|CDN|[AC]|AU|NZ|HK|S|SG|MX|NT)(?=\$)|RMB)(?![\p{L}\d])|人民币|元|£/gu,
  )) {
    if (found.size === 50) break
    const code = signs[`${token}$`] ?? (/^(?:RMB|人民币|元)$/u.test(token) ? 'CNY' : (signs[token] ?? token))
    if (codes.has(code)) found.add(code)
  }
  for (const [country] of text.matchAll(otherDollars)) {
    const code = countryOf(fold(country))
    if (code !== undefined) found.add(`?${byFamily.dollar[code]}`)
  }
  for (const { 0: coin, index } of text.matchAll(/(?<=\p{L} )(?:dollars?|Dollars?|dolares|yuan)(?!\p{L})/gu)) {
    const [, nation = ''] = /(\p{L}{2,14}) $/u.exec(text.slice(Math.max(0, index - 16), index)) ?? []
    const mark = currencyOfNation(nation, coin)
    if (mark !== undefined) found.add(mark.code)
    if (found.size === 50) break
  }
  return found
}

/** A coin of which nothing says whose: by the region, then by what else the text names, then the likeliest. */
function ofFamily(family: Family, how: Conventions): CurrencyMark | undefined {
  const members = byFamily[family]
  const home = members[how.region ?? ''] ?? members[homeOf[how.language ?? ''] ?? '']
  if (home !== undefined) return { code: home, sure: 0.97, family }
  const [first = ''] = Object.values(members)
  const named = [...new Set(Object.values(members))].filter((code) => how.currencies().has(code))
  const [only] = named
  if (only !== undefined && only !== first) return { code: named.includes(first) ? first : only, sure: 0.8, family }
  const isElsewhere = only === undefined && Object.values(members).some((code) => how.currencies().has(`?${code}`))
  if (isElsewhere) return { code: first, sure: Math.min(0.85, unsaid[family]), family }
  const sure = only === first ? Math.max(0.85, unsaid[family]) : unsaid[family]
  return sure === 0 ? undefined : { code: first, sure: named.length > 1 ? 0.85 : sure, family }
}

/**
 * What a sign, code or word that stands beside an amount means.
 * @param place where it stands; a name of a coin that stands before a number is some other word
 */
export function currencyOf(
  token: string,
  how: Conventions,
  place: 'before' | 'after' = 'after',
): CurrencyMark | undefined {
  const word = fold(token)
  if (place === 'after' && Object.hasOwn(coins, word)) return { code: coins[word] ?? '', sure: 0.97 }
  const family = families.get(word)
  if (family !== undefined && (place === 'after' || before.has(word))) {
    const mark = ofFamily(family, how)
    // `RS 485` is a bus, and `KR 3` a file.
    return mark && /^(?:RS|rs|KR)$/.test(token) ? { ...mark, plain: 0 } : mark
  }
  const sign = signs[token.toUpperCase()]
  if (sign !== undefined) return { code: sign, sure: 0.97 }
  if (/^[a-z]{3}\$$/i.test(token) && codes.has(token.slice(0, 3).toUpperCase()))
    return { code: token.slice(0, 3).toUpperCase(), sure: 0.97 }
  if (codes.has(token)) {
    const isHome = how.region !== undefined && token.startsWith(how.region)
    return alsoWords.has(token) && !isHome ? { code: token, sure: 0.85, plain: 0 } : { code: token, sure: 0.97 }
  }
  if (Object.hasOwn(atHome, word)) {
    const [code = '', ...homes] = atHome[word] ?? []
    if (homes.includes(how.region ?? '') || homes.includes(how.language ?? '')) return { code, sure: 0.97 }
    return word === 'fr' && (place === 'after' || token === 'Fr')
      ? { code, sure: 0.75, plain: 0, isDay: true }
      : undefined
  }
  const known = Object.hasOwn(doubtful, word) ? doubtful[word] : undefined
  if (known !== undefined) {
    const [code, sure] = known
    // `zł` and `Kč` are nothing else.
    if (token.toLowerCase() !== word || (how.region !== undefined && code.startsWith(how.region)))
      return { code, sure: 0.97 }
    if (word === 'euro') return place === 'after' ? { code, sure: 0.97 } : { code, sure: 0.97, plain: sure }
    return { code, sure: 0.97, plain: /^\p{Lu}/u.test(token) ? sure : 0 }
  }
  const code = Object.hasOwn(abbreviations, word) ? abbreviations[word] : undefined
  return code === undefined ? undefined : { code, sure: 0.97 }
}

/** Of a nation and a coin, in either order: `Swiss francs`, `dollars canadiens`, `$ CAN`. */
export function currencyOfNation(one: string, other: string): CurrencyMark | undefined {
  const [first, second] = [fold(one), fold(other)]
  for (const [coin, nation] of [
    [second, first],
    [first, second],
  ] as const) {
    const family = families.get(coin)
    const country = family === undefined ? undefined : countryOf(nation)
    const code = family === undefined || country === undefined ? undefined : byFamily[family][country]
    if (code !== undefined) return { code, sure: 0.97 }
  }
  return undefined
}

/** What stands behind an amount with a bare sign, and says whose it is: `$500 CAD`, `$20 US`, `$5 Canadian`. */
export function familyMember({ family }: CurrencyMark, word: string): CurrencyMark | undefined {
  if (family === undefined) return undefined
  const members = byFamily[family]
  if (Object.values(members).includes(word)) return { code: word, sure: 0.97 }
  const country = word.length > 3 || /^(?:US|CA|CAN|CDN|AU|NZ|HK|SG|MX)$/.test(word) ? countryOf(fold(word)) : undefined
  const code = country === undefined ? undefined : members[country]
  return code === undefined ? undefined : { code, sure: word.length === 2 && word !== 'US' ? 0.85 : 0.97 }
}
