import { kindOf, plainText } from '../data/plain-text.ts'
import { asNumber, compareDecimals, decimalOf, isNumeric, quotientOf, sumOf } from './decimal.ts'
import { type Formatter, FormatterFault } from './formatter.ts'
import { field, fieldsOf } from './list-fields.ts'
import { listOf } from './list-items.ts'
import { orderIn } from './order.ts'

export const count: Formatter = {
  name: 'count',
  summary: 'How many items a list has.',
  example: '{items | count}',
  takes: 'list',
  gives: 'number',
  args: [],
  schema: { type: 'array' },
  format: (value) => listOf(value, 'count').length,
}

const present = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((each) => each !== null && each !== undefined && each !== '')

export const sum: Formatter = {
  name: 'sum',
  summary: 'The numbers of a list added up, or one field of its items. Exact in decimals; what is missing counts as 0.',
  example: '{items | sum:"price" | currency}',
  takes: 'list',
  gives: 'number',
  args: [field(true)],
  schema: { type: 'array' },
  format: (value, [name]) =>
    asNumber(sumOf(present(fieldsOf(value, name, 'sum')).map((each) => decimalOf(each, 'sum')))),
}

export const avg: Formatter = {
  name: 'avg',
  summary:
    'The mean of the numbers of a list, or of one field of its items, to 20 decimals; what is missing is not counted.',
  example: '{items | avg:"price" | currency}',
  takes: 'list',
  gives: 'number',
  args: [field(true)],
  schema: { type: 'array' },
  format(value, [name]) {
    const numbers = present(fieldsOf(value, name, 'avg')).map((each) => decimalOf(each, 'avg'))
    return numbers.length === 0 ? undefined : asNumber(quotientOf(sumOf(numbers), String(numbers.length)))
  },
}

export const extreme = (name: 'min' | 'max', sign: 1 | -1): Formatter => ({
  name,
  summary: `The ${name === 'min' ? 'smallest' : 'largest'} number of a list, or of one field of its items; of dates the ${name === 'min' ? 'first' : 'last'}.`,
  example: `{items | ${name}:"price" | currency}`,
  takes: 'list',
  gives: 'any',
  args: [field(true)],
  schema: { type: 'array' },
  format(value, [key], { locale }) {
    const values = present(fieldsOf(value, key, name))
    if (values.every(isNumeric)) {
      const numbers = values.map((each) => decimalOf(each, name))
      return numbers.length === 0
        ? undefined
        : asNumber(numbers.reduce((best, each) => (compareDecimals(each, best) * sign < 0 ? each : best)))
    }
    const wrong = values.find((each) => plainText(each) === undefined)
    if (wrong !== undefined)
      throw new FormatterFault(
        'wrong_kind',
        `"${name}" wants a list of numbers or texts, and an item is ${kindOf(wrong)}.`,
      )
    const order = orderIn(locale)
    return values.reduce((best, each) => (order(each, best) * sign < 0 ? each : best))
  },
})
