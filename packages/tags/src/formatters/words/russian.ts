import { toCardinal } from 'n2words/ru-RU'
import { currencyTable, type Gender, type NumberLanguage, unitFor } from './number-language.ts'

const cardinal = (value: number, before?: Gender): string =>
  toCardinal(value, { gender: before === 'feminine' ? 'feminine' : 'masculine' })

const formOf = unitFor('ru')

export const russian = (): NumberLanguage => ({
  cardinal,
  counted: (value, unit) => `${cardinal(value, unit.gender)} ${formOf(value, unit)}`,
  minus: 'минус',
  point: 'запятая',
  and: '',
  currencies,
})

const currencies = currencyTable([
  'RUB, m:рубль/рубля/рублей, f:копейка/копейки/копеек',
  'EUR, m:евро, m:цент/цента/центов',
  'USD, m:доллар США/доллара США/долларов США, m:цент/цента/центов',
  'GBP, m:фунт стерлингов/фунта стерлингов/фунтов стерлингов, m:пенс/пенса/пенсов',
  'CHF, m:швейцарский франк/швейцарских франка/швейцарских франков, m:сантим/сантима/сантимов',
  'PLN, m:польский злотый/польских злотых/польских злотых, m:грош/гроша/грошей',
  'SEK, f:шведская крона/шведские кроны/шведских крон, m:эре',
  'NOK, f:норвежская крона/норвежские кроны/норвежских крон, m:эре',
  'DKK, f:датская крона/датские кроны/датских крон, m:эре',
  'CZK, f:чешская крона/чешские кроны/чешских крон, m:геллер/геллера/геллеров',
  'HUF, m:форинт/форинта/форинтов, m:филлер/филлера/филлеров',
  'JPY, f:иена/иены/иен',
  'CAD, m:канадский доллар/канадских доллара/канадских долларов, m:цент/цента/центов',
  'AUD, m:австралийский доллар/австралийских доллара/австралийских долларов, m:цент/цента/центов',
])
