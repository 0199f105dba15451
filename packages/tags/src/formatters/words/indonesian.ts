import { toCardinal } from 'n2words/id-ID'
import { currencyTable, type NumberLanguage } from './number-language.ts'

const cardinal = (value: number): string => toCardinal(value)

/** Nothing is inflected. */
export const indonesian = (): NumberLanguage => ({
  cardinal,
  counted: (value, unit) => `${cardinal(value)} ${unit.one}`,
  minus: 'minus',
  point: 'koma',
  and: '',
  currencies,
})

const currencies = currencyTable([
  'IDR, n:rupiah, n:sen',
  'EUR, n:euro, n:sen',
  'USD, n:dolar Amerika Serikat, n:sen',
  'GBP, n:pound sterling, n:peni',
  'CHF, n:franc Swiss, n:sen',
  'SGD, n:dolar Singapura, n:sen',
  'MYR, n:ringgit Malaysia, n:sen',
  'JPY, n:yen',
  'CAD, n:dolar Kanada, n:sen',
  'AUD, n:dolar Australia, n:sen',
])
