import { currencyTable, type Gender, groupsOf, type NumberLanguage } from './number-language.ts'

const small = (
  'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici ' +
  'diciassette diciotto diciannove'
).split(' ')
const tens = ['', '', 'venti', 'trenta', 'quaranta', 'cinquanta', 'sessanta', 'settanta', 'ottanta', 'novanta']

/** The tens lose their vowel before `uno` and `otto`. */
function belowHundred(value: number): string {
  if (value < 20) return small[value] ?? ''
  const [ten, unit] = [tens[Math.floor(value / 10)] ?? '', value % 10]
  if (unit === 0) return ten
  return (unit === 1 || unit === 8 ? ten.slice(0, -1) : ten) + (small[unit] ?? '')
}

/** `cento` loses its vowel before `otto` and `ottanta`. */
function belowThousand(value: number): string {
  const [count, rest] = [Math.floor(value / 100), value % 100]
  if (count === 0) return belowHundred(rest)
  const head = `${count === 1 ? '' : (small[count] ?? '')}cento`
  if (rest === 0) return head
  const tail = belowHundred(rest)
  return (tail.startsWith('ott') ? head.slice(0, -1) : head) + tail
}

/** One word; a final `tre` of a compound has its accent. */
function belowMillion(value: number): string {
  const [thousands, rest] = [Math.floor(value / 1000), value % 1000]
  const head = thousands === 0 ? '' : thousands === 1 ? 'mille' : `${belowThousand(thousands)}mila`
  const text = head + (rest === 0 ? '' : belowThousand(rest))
  return value > 3 && value % 10 === 3 && value % 100 !== 13 ? text.replace(/tre$/, 'tré') : text
}

/** Beyond a milliard Italian counts milliards: `mille miliardi`, `un milione di miliardi`. */
function cardinal(value: number, before?: Gender): string {
  if (value === 0) return 'zero'
  if (value === 1 && before !== undefined) return before === 'feminine' ? 'una' : 'un'
  const [low = 0, middle = 0] = groupsOf(value % 1e9, 1e6)
  const high = Math.floor(value / 1e9)
  const words: string[] = []
  if (high >= 1e6) words.push('un milione di miliardi')
  else if (high > 0) words.push(high === 1 ? 'un miliardo' : `${belowMillion(high)} miliardi`)
  if (middle > 0) words.push(middle === 1 ? 'un milione' : `${belowMillion(middle)} milioni`)
  if (low > 0) words.push(belowMillion(low))
  return words.join(' ')
}

export const italian = (region: string): NumberLanguage => ({
  cardinal,
  counted: (value, unit) =>
    `${cardinal(value, unit.gender)} ${value >= 1e6 && value % 1e6 === 0 ? 'di ' : ''}${value === 1 ? unit.one : unit.many}`,
  minus: 'meno',
  point: 'virgola',
  and: 'e',
  currencies: region === 'CH' ? { ...currencies, ...swiss } : currencies,
})

const swiss = currencyTable(['CHF, m:franco/franchi, m:centesimo/centesimi'])
const currencies = currencyTable([
  'EUR, m:euro, m:centesimo/centesimi',
  'USD, m:dollaro/dollari, m:centesimo/centesimi',
  'GBP, f:sterlina/sterline, m:penny/pence',
  'CHF, m:franco svizzero/franchi svizzeri, m:centesimo/centesimi',
  'PLN, m:złoty, m:grosz/groszy',
  'SEK, f:corona svedese/corone svedesi, m:öre',
  'NOK, f:corona norvegese/corone norvegesi, m:øre',
  'DKK, f:corona danese/corone danesi, m:øre',
  'CZK, f:corona ceca/corone ceche, m:haléř/haléřů',
  'HUF, m:fiorino ungherese/fiorini ungheresi, m:fillér',
  'JPY, m:yen',
  'CAD, m:dollaro canadese/dollari canadesi, m:centesimo/centesimi',
  'AUD, m:dollaro australiano/dollari australiani, m:centesimo/centesimi',
  'BRL, m:real/reais, m:centavo/centavos',
  'MXN, m:peso messicano/pesos messicani, m:centavo/centavos',
])
