import { toCardinal } from 'n2words/pl-PL'
import { currencyTable, type Gender, type NumberLanguage, unitFor } from './number-language.ts'

/** Of 22 only the last word has a gender, of 21 none. */
function cardinal(value: number, before?: Gender): string {
  if (value === 1 && before === 'feminine') return 'jedna'
  if (value === 1 && before === 'neuter') return 'jedno'
  const text = toCardinal(value)
  return before === 'feminine' && value % 10 === 2 && value % 100 !== 12 ? text.replace(/dwa$/, 'dwie') : text
}

const formOf = unitFor('pl')

export const polish = (): NumberLanguage => ({
  cardinal,
  counted: (value, unit) => `${cardinal(value, unit.gender)} ${formOf(value, unit)}`,
  minus: 'minus',
  point: 'przecinek',
  and: '',
  currencies,
})

const currencies = currencyTable([
  'PLN, m:złoty/złote/złotych, m:grosz/grosze/groszy',
  'EUR, n:euro, m:cent/centy/centów',
  'USD, m:dolar amerykański/dolary amerykańskie/dolarów amerykańskich, m:cent/centy/centów',
  'GBP, m:funt szterling/funty szterlingi/funtów szterlingów, m:pens/pensy/pensów',
  'CHF, m:frank szwajcarski/franki szwajcarskie/franków szwajcarskich, m:centym/centymy/centymów',
  'SEK, f:korona szwedzka/korony szwedzkie/koron szwedzkich, n:öre',
  'NOK, f:korona norweska/korony norweskie/koron norweskich, n:øre',
  'DKK, f:korona duńska/korony duńskie/koron duńskich, n:øre',
  'CZK, f:korona czeska/korony czeskie/koron czeskich, m:halerz/halerze/halerzy',
  'HUF, m:forint/forinty/forintów, m:filler/fillery/fillerów',
  'JPY, m:jen/jeny/jenów',
  'CAD, m:dolar kanadyjski/dolary kanadyjskie/dolarów kanadyjskich, m:cent/centy/centów',
  'AUD, m:dolar australijski/dolary australijskie/dolarów australijskich, m:cent/centy/centów',
])
