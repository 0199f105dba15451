import { compare, type Comparator, isTruthy } from './compare.ts'
import { plainText } from '../data/plain-text.ts'
import { type Formatter, FormatterFault, wholeNumber } from './formatter.ts'
import { field, fieldsOf } from './list-fields.ts'
import { listOf, maxItems } from './list-items.ts'

export const map: Formatter = {
  name: 'map',
  summary: 'One field of each item.',
  example: '{items | map:"name" | join}',
  takes: 'list',
  gives: 'list',
  args: [field()],
  schema: { type: 'array' },
  format: (value, [name = '']) => fieldsOf(value, name, 'map'),
}

export const end = (name: 'first' | 'last', index: number): Formatter => ({
  name,
  summary: `The ${name} item of a list.`,
  example: `{names | ${name}}`,
  takes: 'list',
  gives: 'any',
  args: [],
  schema: { type: 'array' },
  format: (value) => listOf(value, name).at(index) ?? undefined,
})

const comparators = ['==', '!=', '<', '<=', '>', '>=', 'contains', 'startsWith', 'endsWith'] as const

function fits(value: unknown, operator: (typeof comparators)[number], wanted: string | number): boolean {
  const isFlag = typeof value === 'boolean' && (wanted === 'true' || wanted === 'false')
  if (operator !== 'contains' && operator !== 'startsWith' && operator !== 'endsWith')
    return compare(operator satisfies Comparator, isFlag ? String(value) : (value ?? null), wanted)
  if (operator === 'contains' && Array.isArray(value))
    return listOf(value, 'filter').some((each) => compare('==', each, wanted))
  const text = plainText(value)?.toLowerCase()
  const part = String(wanted).toLowerCase()
  if (text === undefined) return false
  return operator === 'contains'
    ? text.includes(part)
    : operator === 'startsWith'
      ? text.startsWith(part)
      : text.endsWith(part)
}

export const filter: Formatter = {
  name: 'filter',
  summary:
    'The items whose field is true or has a value; equals the second argument; or fits an operator (==, !=, <, <=, >, >=, contains, startsWith, endsWith) and the third. "." is the item itself.',
  example: '{#items | filter:"price":">":100}…{/items}',
  takes: 'list',
  gives: 'list',
  args: [
    {
      ...field(),
      doubt: (name) =>
        /[<>=]/.test(String(name))
          ? 'A test is no field: write the field, the operator and the value apart.'
          : undefined,
    },
    { name: 'value', kind: 'any', optional: true, sample: 'open' },
    { name: 'value', kind: 'any', optional: true, sample: 1 },
  ],
  schema: { type: 'array' },
  argsFault: (args) => {
    const [, operator, wanted] = args
    const isKnown = comparators.some((each) => each === operator)
    if (args.length === 2 && isKnown) return `What the operator ${String(operator)} compares with is missing.`
    return wanted === undefined || operator === undefined || isKnown
      ? undefined
      : `It does not know the operator "${String(operator)}", only ${comparators.join(', ')}.`
  },
  format(value, args) {
    const [name, second, third] = args
    const operator = comparators.find((each) => each === second)
    if (args.length === 3 && operator === undefined)
      throw new FormatterFault(
        'wrong_argument',
        '"filter" does not know this operator.',
        `One of ${comparators.join(', ')}.`,
      )
    const fields = fieldsOf(value, name, 'filter')
    return listOf(value, 'filter').filter((_, index) => {
      const own = fields[index]
      if (second === undefined) return isTruthy(own)
      return third === undefined || operator === undefined ? fits(own, '==', second) : fits(own, operator, third)
    })
  },
}

export const unique: Formatter = {
  name: 'unique',
  summary: 'Without repetitions: each value once, or the first item for each value of a field.',
  example: '{items | map:"city" | unique | join}',
  weight: 3,
  takes: 'list',
  gives: 'list',
  args: [field(true)],
  schema: { type: 'array' },
  format(value, [name]) {
    const seen = new Set<unknown>()
    const fields = fieldsOf(value, name, 'unique')
    return listOf(value, 'unique').filter((_, index) => {
      const own = fields[index]
      const key = plainText(own) ?? own
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
  },
}

export const limit: Formatter = {
  name: 'limit',
  summary: 'The first so many items; with a second argument after leaving out that many.',
  example: '{#items | limit:3}…{/items}',
  takes: 'list',
  gives: 'list',
  args: [
    { name: 'count', kind: 'number', sample: 2, fault: wholeNumber(0, maxItems) },
    { name: 'skip', kind: 'number', optional: true, sample: 1, fault: wholeNumber(0, maxItems) },
  ],
  schema: { type: 'array' },
  format: (value, [most, skip = 0]) => listOf(value, 'limit').slice(Number(skip), Number(skip) + Number(most)),
}
