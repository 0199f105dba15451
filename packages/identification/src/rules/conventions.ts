import { namedCurrencies } from './values/currencies.ts'
import { dateOrderVotes, type DateOrder } from './values/date-order.ts'
import { decimalMarkVotes, type DecimalMark } from './values/decimal.ts'
import { fold, type TextIndex } from './text-index.ts'
import { regionOfLanguage } from './values/region-of-language.ts'
import { regionShown } from './values/region-shown.ts'

/** How this document writes dates and numbers: decided once, by all of it. */
export interface Conventions {
  readonly dateOrder: DateOrder
  /** The text itself shows it; otherwise it is the locale's or the default. */
  readonly dateOrderShown: boolean
  readonly decimalMark: DecimalMark
  readonly decimalMarkShown: boolean
  /** ISO 4217, of those that are named by their codes or nations; looked for when first asked. */
  readonly currencies: () => ReadonlySet<string>
  /** ISO 639-1, guessed from the most frequent small words. */
  readonly language: string | undefined
  /** ISO 3166 alpha-2: of the locale, or as set up, or as the text shows; else the likeliest of the locale's language. */
  readonly region: string | undefined
}

const smallWords: Readonly<Record<string, readonly string[]>> = {
  en: ['the', 'and', 'of', 'to', 'is', 'this', 'with', 'by', 'your', 'invoice', 'date', 'total'],
  de: ['der', 'die', 'und', 'das', 'ist', 'mit', 'den', 'von', 'zu', 'für', 'datum', 'rechnung', 'zwischen'],
  fr: ['le', 'la', 'les', 'des', 'et', 'est', 'pour', 'du', 'au', 'une', 'facture', 'entre'],
  es: ['el', 'los', 'las', 'y', 'del', 'por', 'una', 'fecha', 'factura', 'se', 'es'],
  it: ['il', 'di', 'che', 'della', 'con', 'una', 'del', 'gli', 'fattura', 'tra', 'e', 'data'],
  pt: ['o', 'os', 'do', 'da', 'não', 'com', 'uma', 'em', 'fatura', 'e', 'dos', 'data'],
  sv: ['och', 'att', 'det', 'som', 'för', 'med', 'till', 'av', 'faktura', 'moms', 'summa', 'datum', 'den'],
  pl: ['oraz', 'nie', 'jest', 'na', 'do', 'się', 'przez', 'faktura', 'data', 'numer', 'kwota', 'razem'],
  da: [
    'og',
    'af',
    'til',
    'er',
    'det',
    'ved',
    'på',
    'ikke',
    'efter',
    'beløb',
    'køber',
    'sælger',
    'dato',
    'moms',
    'den',
    'tlf',
    'gade',
    'vej',
  ],
  nb: [
    'og',
    'av',
    'til',
    'er',
    'det',
    'ved',
    'på',
    'ikke',
    'etter',
    'beløp',
    'kjøper',
    'selger',
    'dato',
    'mva',
    'den',
    'tlf',
    'gate',
    'vei',
  ],
  tr: ['ve', 'bir', 'ile', 'bu', 'için', 'olarak', 'fatura', 'tarihi', 'toplam', 'tutar', 'kdv'],
  nl: ['het', 'een', 'en', 'van', 'de', 'met', 'voor', 'is', 'factuur', 'datum', 'tussen'],
}
/** Letters that only some of them have. */
const letters: readonly (readonly [letter: RegExp, languages: readonly string[]])[] = [
  [/[øæ]/giu, ['da', 'nb']],
  [/[łśćżźęą]/giu, ['pl']],
  [/[ğşı]/gu, ['tr']],
  [/[ãõ]/giu, ['pt']],
  [/[ñ¿¡]/giu, ['es']],
  [/ß/gu, ['de']],
]
const mostLetters = 3000
const languagesOf = new Map<string, string[]>()
for (const [language, words] of Object.entries(smallWords)) {
  for (const word of words) {
    const folded = fold(word)
    languagesOf.set(folded, [...(languagesOf.get(folded) ?? []), language])
  }
}

function guessLanguage(index: TextIndex): string | undefined {
  const votes = new Map<string, number>()
  for (const word of index.words.slice(0, 3000)) {
    const languages = languagesOf.get(word.folded) ?? []
    for (const language of languages) votes.set(language, (votes.get(language) ?? 0) + 1 / languages.length)
  }
  const head = index.text.slice(0, mostLetters)
  for (const [letter, languages] of letters) {
    const count = head.match(letter)?.length ?? 0
    for (const language of count > 0 ? languages : [])
      votes.set(language, (votes.get(language) ?? 0) + count / languages.length)
  }
  const [first, second] = [...votes].toSorted((a, b) => b[1] - a[1])
  return first && first[1] > (second?.[1] ?? 0) * 1.2 ? first[0] : undefined
}

function parseLocale(tag: string | undefined): Intl.Locale | undefined {
  try {
    return tag === undefined ? undefined : new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

/** Regions that write the month first (CLDR short date patterns). */
const monthFirst = new Set(['US', 'PH', 'PR', 'GU', 'UM', 'VI', 'AS', 'MP', 'FM', 'PW', 'MH'])
const yearFirst = new Set(['CN', 'JP', 'KR', 'TW', 'HU', 'LT', 'MN', 'KP'])
/** How a form says that days are to be written: `DD/MM/YYYY`, `TT.MM.JJJJ`, `JJ/MM/AAAA`, `GG/MM/AAAA`. */
const statedOrder =
  /(?<!\p{L})(?:(?:dd|tt|jj|gg)[./ -]mm|(mm)[./ -](?:dd|tt|jj|gg))[./ -](?:y{2,4}|j{2,4}|a{2,4}|r{4}|g{4})(?!\p{L})/iu

function orderStatedIn(text: string): DateOrder | undefined {
  const found = statedOrder.exec(text)
  return found === null ? undefined : found[1] === undefined ? 'DMY' : 'MDY'
}

function orderOfRegion(region: string | undefined): DateOrder | undefined {
  if (region === undefined) return undefined
  if (monthFirst.has(region)) return 'MDY'
  return yearFirst.has(region) ? 'YMD' : 'DMY'
}

const decimalMarkOf = (locale: string): DecimalMark =>
  new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.'

/** What decides where the text does not: BCP 47 as the caller says, and as the document does; ISO 3166 as set up. */
export interface Settled {
  readonly locale?: string | undefined
  readonly language?: string | undefined
  readonly country?: string | undefined
}

/** Decides by the text's own unambiguous dates and numbers, then by the locale, then by the country and language that it shows. */
export function decideConventions(index: TextIndex, { locale: tag, language: said, country }: Settled): Conventions {
  const asked = parseLocale(tag)
  const locale = asked ?? parseLocale(said)
  const language = locale?.language ?? guessLanguage(index)
  const region =
    asked?.region ??
    country ??
    regionShown(index.text) ??
    locale?.region ??
    regionOfLanguage(index.text, language) ??
    locale?.maximize().region
  const dates = dateOrderVotes(index.text)
  const numbers = decimalMarkVotes(index.text)
  const shownOrder: DateOrder | undefined =
    dates.dayFirst === dates.monthFirst ? undefined : dates.dayFirst > dates.monthFirst ? 'DMY' : 'MDY'
  const ownOrder = shownOrder ?? orderStatedIn(index.text)
  const shownMark: DecimalMark | undefined =
    numbers.comma === numbers.point ? undefined : numbers.comma > numbers.point ? ',' : '.'
  let named: ReadonlySet<string> | undefined
  const numberLocale = locale?.toString() ?? (language && region ? `${language}-${region}` : language)
  return {
    dateOrder: ownOrder ?? orderOfRegion(region) ?? 'DMY',
    dateOrderShown: ownOrder !== undefined,
    decimalMark: shownMark ?? (numberLocale === undefined ? '.' : decimalMarkOf(numberLocale)),
    // A text may write two ways; then one shows nothing of another.
    decimalMarkShown:
      shownMark !== undefined && Math.min(numbers.comma, numbers.point) * 3 <= Math.max(numbers.comma, numbers.point),
    currencies: () => (named ??= namedCurrencies(index.text)),
    language,
    region,
  }
}
