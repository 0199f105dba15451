import { currencyTable, type Gender, groupsOf, type NumberLanguage } from './number-language.ts'

const small = (
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete ' +
  'dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete ' +
  'veintiocho veintinueve'
).split(' ')
const tens = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa']
const hundreds = [
  '',
  'ciento',
  'doscientos',
  'trescientos',
  'cuatrocientos',
  'quinientos',
  'seiscientos',
  'setecientos',
  'ochocientos',
  'novecientos',
]
const scales = [
  ['millón', 'millones'],
  ['billón', 'billones'],
] as const

/** "One" at the end: alone `uno`, before a noun shortened (`un`, `veintiún`), or feminine. */
function belowHundred(value: number, before: Gender | undefined): string {
  if (value % 10 === 1 && value !== 11 && before !== undefined) {
    const isFeminine = before === 'feminine'
    if (value === 1) return isFeminine ? 'una' : 'un'
    if (value === 21) return isFeminine ? 'veintiuna' : 'veintiún'
    return `${tens[Math.floor(value / 10)] ?? ''} y ${isFeminine ? 'una' : 'un'}`
  }
  if (value < 30) return small[value] ?? ''
  const ten = tens[Math.floor(value / 10)] ?? ''
  return value % 10 === 0 ? ten : `${ten} y ${small[value % 10] ?? ''}`
}

function belowThousand(value: number, before: Gender | undefined): string {
  if (value === 100) return 'cien'
  const rest = value % 100
  const name = hundreds[Math.floor(value / 100)] ?? ''
  const head = before === 'feminine' ? name.replace(/os$/, 'as') : name
  return [head, rest === 0 ? '' : belowHundred(rest, before)].filter((word) => word !== '').join(' ')
}

/** Spanish counts by millions: what stands before each is below 1,000,000. */
function belowMillion(value: number, before: Gender | undefined): string {
  const [thousands, rest] = [Math.floor(value / 1000), value % 1000]
  const head = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${belowThousand(thousands, before ?? 'masculine')} mil`
  return [head, rest === 0 ? '' : belowThousand(rest, before)].filter((word) => word !== '').join(' ')
}

function cardinal(value: number, before?: Gender): string {
  if (value === 0) return 'cero'
  const [low = 0, ...upper] = groupsOf(value, 1e6)
  const words: string[] = []
  for (const [index, group] of [...upper.entries()].toReversed()) {
    const [single, plural] = scales[index] ?? ['', '']
    if (group > 0) words.push(belowMillion(group, 'masculine'), group === 1 ? single : plural)
  }
  if (low > 0) words.push(belowMillion(low, before))
  return words.join(' ')
}

export const spanish = (region: string): NumberLanguage => ({
  cardinal,
  counted: (value, unit) =>
    `${cardinal(value, unit.gender)} ${value >= 1e6 && value % 1e6 === 0 ? 'de ' : ''}${value === 1 ? unit.one : unit.many}`,
  minus: 'menos',
  point: region === 'ES' || !decimalPoint.has(region) ? 'coma' : 'punto',
  and: 'con',
  currencies: region === 'MX' ? { ...currencies, ...mexican } : currencies,
})

/** Where the decimals stand after a point. */
const decimalPoint = new Set(['MX', 'US', 'PR', 'GT', 'HN', 'NI', 'SV', 'PA', 'DO'])

const mexican = currencyTable(['MXN, m:peso/pesos, m:centavo/centavos'])
const currencies = currencyTable([
  'EUR, m:euro/euros, m:céntimo/céntimos',
  'USD, m:dólar/dólares, m:centavo/centavos',
  'GBP, f:libra esterlina/libras esterlinas, m:penique/peniques',
  'CHF, m:franco suizo/francos suizos, m:céntimo/céntimos',
  'PLN, m:esloti/eslotis, m:grosz/groszy',
  'SEK, f:corona sueca/coronas suecas, m:öre/öre',
  'NOK, f:corona noruega/coronas noruegas, m:øre/øre',
  'DKK, f:corona danesa/coronas danesas, m:øre/øre',
  'CZK, f:corona checa/coronas checas, m:haléř/haléřů',
  'HUF, m:forinto/forintos, m:fillér/fillér',
  'JPY, m:yen/yenes',
  'CAD, m:dólar canadiense/dólares canadienses, m:centavo/centavos',
  'AUD, m:dólar australiano/dólares australianos, m:centavo/centavos',
  'BRL, m:real/reales, m:centavo/centavos',
  'MXN, m:peso mexicano/pesos mexicanos, m:centavo/centavos',
])
