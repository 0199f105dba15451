import { toCardinal } from 'n2words/ja-JP'
import { currencyTable, type NumberLanguage } from './number-language.ts'

const cardinal = (value: number): string => toCardinal(value)

/** In the everyday signs (百二十円), not those of cheques (金壱百弐拾円). */
export const japanese = (): NumberLanguage => ({
  cardinal,
  counted: (value, unit) => cardinal(value) + unit.one,
  minus: 'マイナス',
  point: '点',
  and: '',
  isRunOn: true,
  currencies,
})

const currencies = currencyTable([
  'JPY, n:円',
  'EUR, n:ユーロ, n:セント',
  'USD, n:ドル, n:セント',
  'GBP, n:ポンド, n:ペンス',
  'CHF, n:スイスフラン, n:サンチーム',
  'CAD, n:カナダドル, n:セント',
  'AUD, n:オーストラリアドル, n:セント',
])
