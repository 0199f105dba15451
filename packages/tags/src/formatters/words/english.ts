import { currencyTable, groupsOf, type NumberLanguage } from './number-language.ts'

const small = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion']

const belowHundred = (value: number): string =>
  value < 20
    ? (small[value] ?? '')
    : `${tens[Math.floor(value / 10)] ?? ''}${value % 10 === 0 ? '' : `-${small[value % 10] ?? ''}`}`

/** North America and the Philippines leave out the "and" of "one hundred and five". */
const withoutAnd = new Set(['US', 'CA', 'PH', 'PR', 'GU', 'VI'])

export function english(region: string): NumberLanguage {
  const and = withoutAnd.has(region) ? ' ' : ' and '
  const belowThousand = (value: number): string => {
    const [hundreds, rest] = [Math.floor(value / 100), value % 100]
    if (hundreds === 0) return belowHundred(rest)
    return `${small[hundreds] ?? ''} hundred${rest === 0 ? '' : and + belowHundred(rest)}`
  }
  const cardinal = (value: number): string => {
    if (value === 0) return 'zero'
    let text = ''
    for (const [index, group] of [...groupsOf(value, 1000).entries()].toReversed()) {
      if (group === 0) continue
      const joint = text === '' ? '' : index === 0 && group < 100 ? and : ' '
      text += joint + belowThousand(group) + (scales[index] ?? '')
    }
    return text
  }
  return {
    cardinal,
    counted: (value, unit) => `${cardinal(value)} ${value === 1 ? unit.one : unit.many}`,
    minus: 'minus',
    point: 'point',
    and: 'and',
    currencies,
  }
}

const currencies = currencyTable([
  'EUR, n:euro/euros, n:cent/cents',
  'USD, n:dollar/dollars, n:cent/cents',
  'GBP, n:pound/pounds, n:penny/pence',
  'CHF, n:Swiss franc/Swiss francs, n:centime/centimes',
  'PLN, n:zloty/zlotys, n:grosz/groszy',
  'SEK, n:Swedish krona/Swedish kronor, n:öre',
  'NOK, n:Norwegian krone/Norwegian kroner, n:øre',
  'DKK, n:Danish krone/Danish kroner, n:øre',
  'CZK, n:Czech koruna/Czech korunas, n:haler/halers',
  'HUF, n:forint/forints, n:filler/fillers',
  'JPY, n:yen',
  'CAD, n:Canadian dollar/Canadian dollars, n:cent/cents',
  'AUD, n:Australian dollar/Australian dollars, n:cent/cents',
  'BRL, n:real/reais, n:centavo/centavos',
  'MXN, n:Mexican peso/Mexican pesos, n:centavo/centavos',
])
