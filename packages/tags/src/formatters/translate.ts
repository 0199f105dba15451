import type { Translations } from '@chancery/core'
import { kindOf, plainText } from '../plain-text.ts'
import { type Formatter, FormatterFault } from './formatter.ts'

/** By the locale: its own dictionary (`de-CH`), then that of its language (`de`), then one of another region (`de-AT`). */
const dictionariesOf = (translations: Translations, locale: string): readonly Readonly<Record<string, string>>[] => {
  const wanted = locale.toLowerCase()
  const language = wanted.split('-')[0] ?? ''
  const rank = (tag: string): number =>
    tag === wanted ? 0 : tag === language ? 1 : tag.split('-')[0] === language ? 2 : 3
  return Object.entries(translations)
    .map(([tag, texts]) => ({ texts, rank: rank(tag.toLowerCase().replaceAll('_', '-')) }))
    .filter((each) => each.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ texts }) => texts)
}

/** What the dictionaries of the locale have for a key. */
export const translationOf = (key: string, translations: Translations, locale: string): string | undefined =>
  dictionariesOf(translations, locale).find((texts) => Object.hasOwn(texts, key))?.[key]

export const translate: Formatter = {
  name: 't',
  summary:
    'The text that the `translations` of the call have for this one in the language of the locale; itself where they have none. Of a fixed text also {t "Due date"} or {t(Due date)}.',
  example: '{status | t}',
  takes: 'text',
  gives: 'text',
  args: [],
  schema: { type: ['string', 'number'] },
  format(value, _, { locale, translations }) {
    const key = plainText(value)
    if (key === undefined) throw new FormatterFault('wrong_kind', `"t" wants text and got ${kindOf(value)}.`)
    return translations === undefined ? key : (translationOf(key, translations, locale) ?? key)
  },
}
