import { decimalOf, exact } from './decimal.ts'
import { type Formatter, type FormatterArgument, FormatterFault, wholeNumber } from './formatter.ts'
import { numberFormat, pluralRules } from './intl-cache.ts'
import { currencyCode, moneyOf } from './money.ts'

const digits: FormatterArgument = {
  name: 'digits',
  kind: 'number',
  optional: true,
  sample: 2,
  fault: wholeNumber(0, 20),
}
/** What counts as a number in the data. */
export const numeric = { type: ['number', 'string'], pattern: String.raw`^\s*[+-]?\d+(?:\.\d+)?\s*$` }

const number: Formatter = {
  name: 'number',
  summary: 'A number as the locale writes it; with a count of decimals, or at most three.',
  example: '{area | number:1}',
  takes: 'number',
  gives: 'text',
  args: [digits],
  schema: numeric,
  format: (value, [places], { locale }) =>
    numberFormat(locale, places === undefined ? {} : fixed(places)).format(exact(decimalOf(value, 'number'))),
}

const fixed = (places: string | number): Intl.NumberFormatOptions => ({
  minimumFractionDigits: Number(places),
  maximumFractionDigits: Number(places),
})

const currency: Formatter = {
  name: 'currency',
  summary:
    'An amount of money. The currency: the argument, else that of an {amount, currency} value, else that of the call.',
  example: '{total | currency:"EUR"}',
  takes: 'number',
  gives: 'text',
  args: [currencyCode, digits],
  schema: numeric,
  format(value, [given, places], { locale, currency: usual }) {
    const money = moneyOf(value, 'currency', given)
    const unit = money.currency ?? usual
    return numberFormat(locale, {
      style: 'currency',
      currency: String(unit).toUpperCase(),
      ...(places === undefined ? {} : fixed(places)),
    }).format(exact(decimalOf(money.amount, 'currency')))
  },
}

const percent: Formatter = {
  name: 'percent',
  summary: 'A share as a percentage: 0.19 is 19 %.',
  example: '{rate | percent:1}',
  takes: 'number',
  gives: 'text',
  args: [digits],
  schema: numeric,
  format: (value, [places], { locale }) =>
    numberFormat(locale, {
      style: 'percent',
      ...(places === undefined ? { maximumFractionDigits: 2 } : fixed(places)),
    }).format(exact(decimalOf(value, 'percent'))),
}

/** The order in which CLDR lists plural categories. */
const categories: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']
const form = (name: string, optional?: true): FormatterArgument => ({
  name,
  kind: 'text',
  sample: 'items',
  ...(optional === undefined ? {} : { optional }),
})

const plural: Formatter = {
  name: 'plural',
  summary:
    'The word that fits the number: two forms are singular and plural; more are the categories that the language has, in the order zero, one, two, few, many, other. "#" in a form is the number. A list counts its items.',
  example: '{count} {count | plural:"day":"days"}',
  takes: 'any',
  gives: 'text',
  args: [form('one'), form('other'), form('more', true), form('more', true), form('more', true), form('more', true)],
  schema: {},
  format(value, forms, { locale }) {
    const amount = Array.isArray(value) ? String(value.length) : decimalOf(value, 'plural')
    const rules = pluralRules(locale, {})
    const category = rules.select(Number(amount))
    const own = new Set(rules.resolvedOptions().pluralCategories)
    const order = categories.filter((each) => own.has(each))
    const index = forms.length === 2 ? (category === 'one' ? 0 : 1) : order.indexOf(category)
    const word = String(forms[Math.min(index, forms.length - 1)] ?? '')
    return word.replaceAll('#', numberFormat(locale, {}).format(exact(amount)))
  },
}

/** Ordinal marks by language and plural category, as the languages' style guides give them; others write `1.`. */
const ordinals: Readonly<Record<string, Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>> = {
  en: { one: 'st', two: 'nd', few: 'rd', other: 'th' },
  fr: { one: 'er', other: 'e' },
  es: { other: '.º' },
  pt: { other: '.º' },
  it: { other: 'º' },
  ca: { one: 'r', two: 'n', few: 't', other: 'è' },
  nl: { other: 'e' },
  sv: { one: ':a', other: ':e' },
}

const ordinal: Formatter = {
  name: 'ordinal',
  summary: 'A place in a row: 1st, 2nd; 1. in German and where nothing else is known.',
  example: '{place | ordinal}',
  takes: 'number',
  gives: 'text',
  args: [],
  schema: { type: ['integer', 'string'], pattern: String.raw`^\s*\d+\s*$` },
  format(value, _, { locale }) {
    const text = decimalOf(value, 'ordinal')
    if (!/^\d+$/.test(text)) throw new FormatterFault('wrong_kind', '"ordinal" wants a whole number from 0.')
    const marks = ordinals[locale.split('-')[0]?.toLowerCase() ?? ''] ?? { other: '.' }
    const category = pluralRules(locale, { type: 'ordinal' }).select(Number(text))
    return numberFormat(locale, { useGrouping: false }).format(exact(text)) + (marks[category] ?? marks.other)
  },
}

export const numberFormatters = [number, currency, percent, plural, ordinal]
