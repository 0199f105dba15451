import type { Translations } from '@chancery/core'
import { kindOf, plainText } from '../data/plain-text.ts'
import { type Formatter, FormatterFault } from './formatter.ts'

/** Tags are compared without regard to case, with `-` between their parts. */
export const plainTag = (locale: string): string => locale.toLowerCase().replaceAll('_', '-')

/** `de` of `de-CH`. */
export const languageOf = (locale: string): string => plainTag(locale).split('-')[0] ?? ''

/** What was put together for a locale of some translations, for all tags of a fill. */
const kept = new WeakMap<Translations, Map<string, ReadonlyMap<string, string>>>()

/** By the locale: its own dictionary (`de-CH`), then that of its language (`de`), then one of another region (`de-AT`). */
function textsOf(translations: Translations, locale: string): ReadonlyMap<string, string> {
  const byLocale = kept.get(translations) ?? new Map<string, ReadonlyMap<string, string>>()
  kept.set(translations, byLocale)
  const known = byLocale.get(locale)
  if (known !== undefined) return known
  const [wanted, language] = [plainTag(locale), languageOf(locale)]
  const rank = (tag: string): number =>
    tag === wanted ? 0 : tag === language ? 1 : languageOf(tag) === language ? 2 : 3
  const dictionaries = Object.entries(translations)
    .map(([tag, texts]) => ({ texts, rank: rank(plainTag(tag)) }))
    .filter((each) => each.rank < 3)
    // What is written last counts.
    .toSorted((a, b) => a.rank - b.rank)
    .toReversed()
  const texts = new Map(dictionaries.flatMap((each) => Object.entries(each.texts)))
  byLocale.set(locale, texts)
  return texts
}

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
    return translations === undefined ? key : (textsOf(translations, locale).get(key) ?? key)
  },
}
