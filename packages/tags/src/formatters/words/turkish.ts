import { toCardinal } from 'n2words/tr-TR'
import { currencyTable, type NumberLanguage } from './number-language.ts'

const cardinal = (value: number): string => toCardinal(value)

/** What is counted stays in the singular. */
export const turkish = (): NumberLanguage => ({
  cardinal,
  counted: (value, unit) => `${cardinal(value)} ${unit.one}`,
  minus: 'eksi',
  point: 'virgül',
  and: '',
  currencies,
})

const currencies = currencyTable([
  'TRY, n:Türk lirası, n:kuruş',
  'EUR, n:avro, n:sent',
  'USD, n:ABD doları, n:sent',
  'GBP, n:İngiliz sterlini, n:peni',
  'CHF, n:İsviçre frangı, n:santim',
  'PLN, n:Polonya zlotisi, n:grosz',
  'SEK, n:İsveç kronu, n:öre',
  'NOK, n:Norveç kronu, n:øre',
  'DKK, n:Danimarka kronu, n:øre',
  'JPY, n:Japon yeni',
  'CAD, n:Kanada doları, n:sent',
  'AUD, n:Avustralya doları, n:sent',
])
