import { decimalOf } from './decimal.ts'
import type { Formatter } from './formatter.ts'
import { currencyCode, moneyOf } from './money.ts'
import { numeric } from './numbers.ts'
import { isSpelled, spelledLanguages, spellMoney, spellNumber } from './words/spell.ts'

const isLocale = (value: string): boolean => {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

export const words: Formatter = {
  name: 'words',
  summary:
    'A number spelled out, in English, German, French, Spanish, Italian, Portuguese and Dutch as their countries do, and in Polish, Russian, Turkish, Indonesian and Japanese. With a currency (the argument, else that of an {amount, currency} value) as an amount of money; "" for none. Then another locale.',
  example: '{total | words:"EUR"}',
  takes: 'number',
  gives: 'text',
  args: [
    {
      ...currencyCode,
      fault: (value) => (value === '' ? undefined : currencyCode.fault?.(value)),
    },
    {
      name: 'locale',
      kind: 'text',
      optional: true,
      sample: 'en',
      fault: (value) =>
        isLocale(String(value)) && isSpelled(String(value))
          ? undefined
          : `Must be a language tag of ${spelledLanguages.join(', ')}, such as "fr-CH".`,
    },
  ],
  schema: numeric,
  format(value, [given, otherLocale], { locale }) {
    const { amount, currency: code } = moneyOf(value, 'words', given)
    const decimal = decimalOf(amount, 'words')
    const inLocale = String(otherLocale ?? locale)
    return code === undefined || code === '' ? spellNumber(decimal, inLocale) : spellMoney(decimal, code, inLocale)
  },
}
