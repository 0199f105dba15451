import { currencyTable, type Gender, groupsOf, type NumberLanguage } from './number-language.ts'

const small = (
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit ' +
  'dix-neuf'
).split(' ')
const scales = ['million', 'milliard', 'billion', 'billiard']

/** The tens that regions name otherwise; as the spell-out rules of CLDR have them. */
const regional: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  BE: { 7: 'septante', 9: 'nonante' },
  LU: { 7: 'septante', 9: 'nonante' },
  CH: { 7: 'septante', 8: 'huitante', 9: 'nonante' },
}

/** What follows a number: nothing or a noun takes the plural of `vingt` and `cent`, `mille` does not. */
type After = 'end' | 'mille'

export function french(region: string): NumberLanguage {
  const tens: Readonly<Record<number, string>> = {
    2: 'vingt',
    3: 'trente',
    4: 'quarante',
    5: 'cinquante',
    6: 'soixante',
    ...regional[region],
  }
  const unitOf = (value: number, gender: Gender | undefined): string =>
    value === 1 && gender === 'feminine' ? 'une' : (small[value] ?? '')
  const belowHundred = (value: number, after: After, gender: Gender | undefined): string => {
    if (value < 20) return unitOf(value, gender)
    const [ten, unit] = [Math.floor(value / 10), value % 10]
    const name = tens[ten]
    if (name !== undefined) {
      return unit === 0 ? name : unit === 1 ? `${name} et ${unitOf(1, gender)}` : `${name}-${small[unit] ?? ''}`
    }
    if (ten === 7) return unit === 1 ? 'soixante et onze' : `soixante-${small[unit + 10] ?? ''}`
    if (value === 80) return after === 'end' ? 'quatre-vingts' : 'quatre-vingt'
    return `quatre-vingt-${unitOf(value - 80, gender)}`
  }
  const belowThousand = (value: number, after: After, gender?: Gender): string => {
    const [hundreds, rest] = [Math.floor(value / 100), value % 100]
    if (hundreds === 0) return belowHundred(rest, after, gender)
    const head = hundreds === 1 ? 'cent' : `${small[hundreds] ?? ''} cent`
    if (rest > 0) return `${head} ${belowHundred(rest, after, gender)}`
    return hundreds > 1 && after === 'end' ? `${head}s` : head
  }
  const cardinal = (value: number, before?: Gender): string => {
    if (value === 0) return 'zéro'
    const [units = 0, thousands = 0, ...upper] = groupsOf(value, 1000)
    const words: string[] = []
    for (const [index, group] of [...upper.entries()].toReversed()) {
      if (group > 0) words.push(belowThousand(group, 'end'), `${scales[index] ?? ''}${group > 1 ? 's' : ''}`)
    }
    if (thousands > 0) words.push(thousands === 1 ? 'mille' : `${belowThousand(thousands, 'mille')} mille`)
    if (units > 0) words.push(belowThousand(units, 'end', before))
    return words.join(' ')
  }
  return {
    cardinal,
    counted(value, unit) {
      const noun = value < 2 ? unit.one : unit.many
      const number = cardinal(value, unit.gender)
      if (value < 1e6 || value % 1e6 !== 0) return `${number} ${noun}`
      return `${number} ${/^[aeiouéèêœøö]/i.test(noun) ? "d'" : 'de '}${noun}`
    },
    minus: 'moins',
    point: 'virgule',
    and: 'et',
    currencies: region === 'CH' ? { ...currencies, ...swiss } : currencies,
  }
}

const swiss = currencyTable(['CHF, m:franc/francs, m:centime/centimes'])
const currencies = currencyTable([
  'EUR, m:euro/euros, m:centime/centimes',
  'USD, m:dollar/dollars, m:cent/cents',
  'GBP, f:livre sterling/livres sterling, m:penny/pence',
  'CHF, m:franc suisse/francs suisses, m:centime/centimes',
  'PLN, m:zloty/zlotys, m:grosz/groszy',
  'SEK, f:couronne suédoise/couronnes suédoises, m:öre/öre',
  'NOK, f:couronne norvégienne/couronnes norvégiennes, m:øre/øre',
  'DKK, f:couronne danoise/couronnes danoises, m:øre/øre',
  'CZK, f:couronne tchèque/couronnes tchèques, m:haléř/haléřů',
  'HUF, m:forint/forints, m:fillér/fillérs',
  'JPY, m:yen/yens',
  'CAD, m:dollar canadien/dollars canadiens, m:cent/cents',
  'AUD, m:dollar australien/dollars australiens, m:cent/cents',
  'BRL, m:real/reais, m:centavo/centavos',
  'MXN, m:peso mexicain/pesos mexicains, m:centavo/centavos',
])
