import { currencyTable, type Gender, groupsOf, type NumberLanguage } from './number-language.ts'

const small = (
  'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn ' +
  'achtzehn neunzehn'
).split(' ')
const tens = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig']
const scales = [
  ['Million', 'Millionen'],
  ['Milliarde', 'Milliarden'],
  ['Billion', 'Billionen'],
  ['Billiarde', 'Billiarden'],
] as const

/** The endings of "one" at the end of a number. */
const one: Readonly<Record<Gender | 'alone', string>> = {
  alone: 'eins',
  masculine: 'ein',
  neuter: 'ein',
  feminine: 'eine',
}

/** Below 1000; the last "one" with its ending. */
function belowThousand(value: number, last: string): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100]
  const head = hundreds === 0 ? '' : `${small[hundreds] ?? ''}hundert`
  if (rest === 0) return head
  if (rest === 1) return head + last
  if (rest < 20) return head + (small[rest] ?? '')
  const unit = rest % 10
  return `${head}${unit === 0 ? '' : `${small[unit] ?? ''}und`}${tens[Math.floor(rest / 10)] ?? ''}`
}

export function german(region: string): NumberLanguage {
  const spelled = (value: number, before?: Gender): string => {
    if (value === 0) return 'null'
    const [units = 0, thousands = 0, ...upper] = groupsOf(value, 1000)
    const words: string[] = []
    for (const [index, group] of [...upper.entries()].toReversed()) {
      if (group === 0) continue
      const [single, plural] = scales[index] ?? ['', '']
      words.push(belowThousand(group, 'eine'), group === 1 ? single : plural)
    }
    const low =
      (thousands === 0 ? '' : `${belowThousand(thousands, 'ein')}tausend`) +
      (units === 0 ? '' : belowThousand(units, one[before ?? 'alone']))
    return [...words, ...(low === '' ? [] : [low])].join(' ')
  }
  // Switzerland and Liechtenstein write no ß.
  const cardinal: NumberLanguage['cardinal'] =
    region === 'CH' || region === 'LI' ? (...of) => spelled(...of).replaceAll('ß', 'ss') : spelled
  return {
    cardinal,
    counted: (value, unit) => `${cardinal(value, unit.gender)} ${value === 1 ? unit.one : unit.many}`,
    minus: 'minus',
    point: 'Komma',
    and: 'und',
    currencies: region === 'CH' || region === 'LI' ? { ...currencies, ...swiss } : currencies,
  }
}

const swiss = currencyTable(['CHF, m:Franken, m:Rappen'])
const currencies = currencyTable([
  'EUR, m:Euro, m:Cent',
  'USD, m:Dollar, m:Cent',
  'GBP, n:Pfund, m:Penny/Pence',
  'CHF, m:Schweizer Franken, m:Rappen',
  'PLN, m:Zloty, m:Groszy',
  'SEK, f:schwedische Krone/schwedische Kronen, n:Öre',
  'NOK, f:norwegische Krone/norwegische Kronen, n:Øre',
  'DKK, f:dänische Krone/dänische Kronen, n:Øre',
  'CZK, f:tschechische Krone/tschechische Kronen, m:Heller',
  'HUF, m:Forint, m:Filler',
  'JPY, m:Yen',
  'CAD, m:kanadischer Dollar/kanadische Dollar, m:Cent',
  'AUD, m:australischer Dollar/australische Dollar, m:Cent',
  'BRL, m:Real/Reais, m:Centavo/Centavos',
  'MXN, m:mexikanischer Peso/mexikanische Pesos, m:Centavo/Centavos',
])
