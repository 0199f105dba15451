import { kindOf, plainText } from '../plain-text.ts'
import { decimalOf, sumOf } from './decimal.ts'
import { type Formatter, type FormatterArgument, FormatterFault } from './formatter.ts'
import { listFormat } from './intl-cache.ts'

const field = (optional?: true): FormatterArgument => ({
  name: 'field',
  kind: 'text',
  sample: 'name',
  ...(optional === undefined ? {} : { optional }),
})

const listOf = (value: unknown, formatter: string): readonly unknown[] => {
  if (Array.isArray(value)) return value
  throw new FormatterFault('wrong_kind', `"${formatter}" wants a list and got ${kindOf(value)}.`)
}

const textsOf = (value: unknown, formatter: string): readonly string[] =>
  listOf(value, formatter)
    .filter((item) => item !== null && item !== undefined && item !== '')
    .map((item) => {
      const text = plainText(item)
      if (text !== undefined) return text
      throw new FormatterFault(
        'wrong_kind',
        `"${formatter}" wants a list of texts, and an item is ${kindOf(item)}.`,
        `Pick one field of each item first: | map:"name" | ${formatter}.`,
      )
    })

/** An own field of each item; `a.b` goes down. What lacks it gives nothing. */
const fieldsOf = (value: unknown, name: string | number, formatter: string): readonly unknown[] =>
  listOf(value, formatter).map((item) =>
    String(name)
      .split('.')
      .reduce<unknown>(
        (at, key) =>
          typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined,
        item,
      ),
  )

const texts = { type: 'array', items: { type: ['string', 'number'] } }

const join: Formatter = {
  name: 'join',
  summary: 'The items of a list in one line, with ", " or the argument between; empty ones are left out.',
  example: '{tags | join:" / "}',
  takes: 'list',
  gives: 'text',
  args: [{ name: 'separator', kind: 'text', optional: true, sample: ', ' }],
  schema: texts,
  format: (value, [separator = ', ']) => textsOf(value, 'join').join(String(separator)),
}

const list: Formatter = {
  name: 'list',
  summary: 'The items of a list as a sentence has them: "a, b and c"; with "or": "a, b or c".',
  example: '{partners | list}',
  takes: 'list',
  gives: 'text',
  args: [
    {
      name: 'word',
      kind: 'text',
      optional: true,
      sample: 'and',
      fault: (value) => (value === 'and' || value === 'or' ? undefined : 'Must be "and" or "or".'),
    },
  ],
  schema: texts,
  format: (value, [word], { locale }) =>
    listFormat(locale, { type: word === 'or' ? 'disjunction' : 'conjunction' }).format(textsOf(value, 'list')),
}

const count: Formatter = {
  name: 'count',
  summary: 'How many items a list has.',
  example: '{items | count}',
  takes: 'list',
  gives: 'number',
  args: [],
  schema: { type: 'array' },
  format: (value) => listOf(value, 'count').length,
}

const sum: Formatter = {
  name: 'sum',
  summary: 'The numbers of a list added up, or one field of its items. Exact in decimals; what is missing counts as 0.',
  example: '{items | sum:"price" | currency}',
  takes: 'list',
  gives: 'number',
  args: [field(true)],
  schema: { type: 'array' },
  format(value, [name]) {
    const numbers = name === undefined ? listOf(value, 'sum') : fieldsOf(value, name, 'sum')
    return sumOf(numbers.filter((each) => each !== null && each !== undefined).map((each) => decimalOf(each, 'sum')))
  },
}

const map: Formatter = {
  name: 'map',
  summary: 'One field of each item.',
  example: '{items | map:"name" | join}',
  takes: 'list',
  gives: 'list',
  args: [field()],
  schema: { type: 'array' },
  format: (value, [name = '']) => fieldsOf(value, name, 'map'),
}

const end = (name: 'first' | 'last', index: number): Formatter => ({
  name,
  summary: `The ${name} item of a list.`,
  example: `{names | ${name}}`,
  takes: 'list',
  gives: 'any',
  args: [],
  schema: { type: 'array' },
  format: (value) => listOf(value, name).at(index) ?? undefined,
})

export const listFormatters = [join, list, count, sum, map, end('first', 0), end('last', -1)]
