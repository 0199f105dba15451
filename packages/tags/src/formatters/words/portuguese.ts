import { currencyTable, type Gender, groupsOf, type NumberLanguage } from './number-language.ts'

const units = (
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezasseis dezassete dezoito ' +
  'dezanove'
).split(' ')
const brazilian: Readonly<Record<number, string>> = { 16: 'dezesseis', 17: 'dezessete', 19: 'dezenove' }
const tens = ['', '', 'vinte', 'trinta', 'quarenta', 'cinquenta', 'sessenta', 'setenta', 'oitenta', 'noventa']
const hundreds = [
  '',
  'cento',
  'duzentos',
  'trezentos',
  'quatrocentos',
  'quinhentos',
  'seiscentos',
  'setecentos',
  'oitocentos',
  'novecentos',
]
/** Brazil counts by thousands, Portugal and Africa by millions (`mil milhões`). */
const shortScale = ['', 'mil', 'milhão/milhões', 'bilhão/bilhões', 'trilhão/trilhões', 'quatrilhão/quatrilhões']
const longScale = ['', 'mil', 'milhão/milhões', 'mil', 'bilião/biliões', 'mil']

interface Piece {
  readonly words: string
  /** The group alone, from 1 to 999: it decides on the `e` before it. */
  readonly group: number
  /** It ends what a `mil` before it began: `dois mil e um milhões`. */
  readonly closes: boolean
}

export function portuguese(region: string): NumberLanguage {
  const isBrazilian = region === 'BR'
  const belowThousand = (value: number, gender: Gender | undefined): string => {
    if (value === 100) return 'cem'
    const isFeminine = gender === 'feminine'
    const rest = value % 100
    const unit = (digit: number): string =>
      isFeminine && digit === 1
        ? 'uma'
        : isFeminine && digit === 2
          ? 'duas'
          : ((isBrazilian ? brazilian[digit] : undefined) ?? units[digit] ?? '')
    const head = hundreds[Math.floor(value / 100)] ?? ''
    return [
      isFeminine ? head.replace(/os$/, 'as') : head,
      rest < 20 ? (rest === 0 ? '' : unit(rest)) : (tens[Math.floor(rest / 10)] ?? ''),
      rest >= 20 && rest % 10 > 0 ? unit(rest % 10) : '',
    ]
      .filter((word) => word !== '')
      .join(' e ')
  }
  const cardinal = (value: number, before?: Gender): string => {
    if (value === 0) return 'zero'
    const scale = isBrazilian ? shortScale : longScale
    const groups = groupsOf(value, 1000)
    const pieces: Piece[] = []
    for (const [index, group] of [...groups.entries()].toReversed()) {
      const [one = '', many = one] = (scale[index] ?? '').split('/')
      // `mil milhões`: the thousands of millions close with the name of the millions, which may have none of their own.
      const closes = one !== 'mil' && index > 0 && (groups[index + 1] ?? 0) > 0 && scale[index + 1] === 'mil'
      if (group === 0) {
        const last = pieces.at(-1)
        if (closes && last !== undefined) pieces[pieces.length - 1] = { ...last, words: `${last.words} ${many}` }
        continue
      }
      const gender = index <= 1 ? before : 'masculine'
      const name = index === 0 ? '' : group === 1 && !closes ? one : many
      const number = one === 'mil' && group === 1 ? '' : belowThousand(group, gender)
      pieces.push({
        words: [number, name].filter((word) => word !== '').join(' '),
        group,
        closes: closes || (index === 0 && (groups[1] ?? 0) > 0),
      })
    }
    return pieces
      .map(({ words, group, closes }, index) => {
        // `e` only before the last group (of the thousands, of all), where that is below 100 or a round hundred.
        const isJoined = (closes || index === pieces.length - 1) && (group < 100 || group % 100 === 0)
        return index === 0 ? words : `${isJoined ? ' e ' : ' '}${words}`
      })
      .join('')
  }
  return {
    cardinal,
    counted: (value, unit) =>
      `${cardinal(value, unit.gender)} ${value >= 1e6 && value % 1e6 === 0 ? 'de ' : ''}${value === 1 ? unit.one : unit.many}`,
    minus: 'menos',
    point: 'vírgula',
    and: 'e',
    currencies: isBrazilian ? { ...currencies, ...ofBrazil } : currencies,
  }
}

const ofBrazil = currencyTable([
  'EUR, m:euro/euros, m:centavo/centavos',
  'CHF, m:franco suíço/francos suíços, m:centavo/centavos',
  'PLN, m:zloty/zlotys, m:grosz/groszy',
  'CZK, f:coroa tcheca/coroas tchecas, m:haléř/haléřů',
  'JPY, m:iene/ienes',
  'USD, m:dólar/dólares, m:centavo/centavos',
  'CAD, m:dólar canadense/dólares canadenses, m:centavo/centavos',
])
const currencies = currencyTable([
  'EUR, m:euro/euros, m:cêntimo/cêntimos',
  'USD, m:dólar/dólares, m:cêntimo/cêntimos',
  'GBP, f:libra esterlina/libras esterlinas, m:péni/pence',
  'CHF, m:franco suíço/francos suíços, m:cêntimo/cêntimos',
  'PLN, m:zlóti/zlótis, m:grosz/groszy',
  'SEK, f:coroa sueca/coroas suecas, m:öre',
  'NOK, f:coroa norueguesa/coroas norueguesas, m:øre',
  'DKK, f:coroa dinamarquesa/coroas dinamarquesas, m:øre',
  'CZK, f:coroa checa/coroas checas, m:haléř/haléřů',
  'HUF, m:forint/forints, m:fillér',
  'JPY, m:iene/ienes',
  'CAD, m:dólar canadiano/dólares canadianos, m:cêntimo/cêntimos',
  'AUD, m:dólar australiano/dólares australianos, m:cêntimo/cêntimos',
  'BRL, m:real/reais, m:centavo/centavos',
  'MXN, m:peso mexicano/pesos mexicanos, m:centavo/centavos',
])
