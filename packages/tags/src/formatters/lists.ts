import { suggest } from '@chancery/core'
import { compare, type Comparator, isTruthy } from '../compare.ts'
import { kindOf, plainText } from '../plain-text.ts'
import { ownValue } from '../scope.ts'
import { asNumber, compareDecimals, decimalOf, isNumeric, quotientOf, sumOf } from './decimal.ts'
import { type Formatter, type FormatterArgument, FormatterFault, maxText, tooLarge, wholeNumber } from './formatter.ts'
import { listFormat } from './intl-cache.ts'
import { listOf, maxItems } from './list-items.ts'
import { isNothing, orderIn } from './order.ts'

const field = (optional?: true): FormatterArgument => ({
  name: 'field',
  kind: 'text',
  sample: 'name',
  ...(optional === undefined ? {} : { optional }),
})

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

/** An own field of an item; `a.b` goes down, "." is the item itself. What lacks it gives nothing. */
export function fieldOf(item: unknown, name: string | number | undefined): unknown {
  if (name === undefined || name === '.' || name === '') return item
  let at = item
  for (const key of String(name).split('.')) {
    const property = ownValue(at, key)
    if (!property.found) return undefined
    at = property.value
  }
  return at
}

/** An own field of each item, or the items. @throws where none has the field, and they have one that it is a misspelling of */
function fieldsOf(value: unknown, name: string | number | undefined, formatter: string): readonly unknown[] {
  const items = listOf(value, formatter)
  const values = items.map((item) => fieldOf(item, name))
  // What no item has would count as nothing, and a total be wrong without a word.
  if (items.length > 0 && values.every((each) => each === undefined)) refuseMisspelt(items, String(name), formatter)
  return values
}

function refuseMisspelt(items: readonly unknown[], name: string, formatter: string): void {
  const [first = ''] = name.split('.')
  const fields = new Set<string>()
  for (const item of items.slice(0, 100)) {
    for (const field of Object.keys(typeof item === 'object' && item !== null ? item : {})) fields.add(field)
  }
  const near = fields.has(first) ? undefined : suggest(first, fields)
  if (near === undefined) return
  throw new FormatterFault('wrong_argument', `No item has a "${name}" for "${formatter}".`, `Did you mean "${near}"?`)
}

const texts = { type: 'array', items: { type: ['string', 'number'] } }

const join: Formatter = {
  name: 'join',
  summary: 'The items of a list in one line, with ", " or the argument between; empty ones are left out.',
  example: '{tags | join:" / "}',
  takes: 'list',
  gives: 'text',
  args: [{ name: 'separator', kind: 'text', optional: true, sample: ', ' }],
  schema: texts,
  format(value, [separator = ', ']) {
    const items = textsOf(value, 'join')
    if (items.length * String(separator).length > maxText)
      throw tooLarge('join', 'output', maxText, items.length * String(separator).length)
    return items.join(String(separator))
  },
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

const present = (values: readonly unknown[]): readonly unknown[] =>
  values.filter((each) => each !== null && each !== undefined && each !== '')

const sum: Formatter = {
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

const avg: Formatter = {
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

const extreme = (name: 'min' | 'max', sign: 1 | -1): Formatter => ({
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

const isDirection = (word: unknown): boolean => word === 'asc' || word === 'desc'

/** Most items that are put in order. */
const maxSorted = 200_000

const sort: Formatter = {
  name: 'sort',
  summary:
    'In order: numbers by size, texts as the locale sorts them, nothing last; by a field of the items, "desc" turns it around. Equal ones stay in their order.',
  example: '{#items | sort:"name"}…{/items}',
  weight: 10,
  takes: 'list',
  gives: 'list',
  args: [
    { name: 'field', kind: 'text', optional: true, sample: 'name' },
    {
      name: 'direction',
      kind: 'text',
      optional: true,
      sample: 'desc',
      fault: (value) => (isDirection(value) ? undefined : 'Must be "asc" or "desc".'),
    },
  ],
  schema: { type: 'array' },
  format(value, [first, second], { locale }) {
    const alone = second === undefined && isDirection(first)
    const key = alone ? undefined : first
    const sign = (alone ? first : second) === 'desc' ? -1 : 1
    const order = orderIn(locale)
    const items = listOf(value, 'sort')
    if (items.length > maxSorted) throw tooLarge('sort', 'items', maxSorted, items.length)
    const keyed = items.map((item) => ({ item, key: fieldOf(item, key) }))
    return keyed
      .sort((a, b) => order(a.key, b.key) * (isNothing(a.key) || isNothing(b.key) ? 1 : sign))
      .map(({ item }) => item)
  },
}

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

const filter: Formatter = {
  name: 'filter',
  summary:
    'The items whose field is true or has a value; equals the second argument; or fits an operator (==, !=, <, <=, >, >=, contains, startsWith, endsWith) and the third. "." is the item itself.',
  example: '{#items | filter:"price":">":100}…{/items}',
  takes: 'list',
  gives: 'list',
  args: [
    field(),
    { name: 'value', kind: 'any', optional: true, sample: 'open' },
    { name: 'value', kind: 'any', optional: true, sample: 1 },
  ],
  schema: { type: 'array' },
  argsFault: ([, operator, wanted]) =>
    wanted === undefined || operator === undefined || comparators.some((each) => each === operator)
      ? undefined
      : `It does not know the operator "${String(operator)}", only ${comparators.join(', ')}.`,
  format(value, args) {
    const [name, second, third] = args
    const operator = comparators.find((each) => each === second)
    if (args.length === 3 && operator === undefined)
      throw new FormatterFault(
        'wrong_argument',
        '"filter" does not know this operator.',
        `One of ${comparators.join(', ')}.`,
      )
    return listOf(value, 'filter').filter((item) => {
      const own = fieldOf(item, name)
      if (second === undefined) return isTruthy(own)
      return third === undefined || operator === undefined ? fits(own, '==', second) : fits(own, operator, third)
    })
  },
}

const groupBy: Formatter = {
  name: 'groupBy',
  summary:
    'The items put together by a field, in the order in which its values first come: a list of {key, items, count}.',
  example: '{#items | groupBy:"category"}{key}: {#items}{name}{/items}{/}',
  weight: 3,
  takes: 'list',
  gives: 'list',
  args: [field()],
  schema: { type: 'array' },
  format(value, [name]) {
    const groups = new Map<string, { readonly key: unknown; readonly items: unknown[] }>()
    for (const item of listOf(value, 'groupBy')) {
      const key = fieldOf(item, name)
      const text = plainText(key) ?? ''
      if (text === '' && typeof key === 'object' && key !== null)
        throw new FormatterFault(
          'wrong_kind',
          `"groupBy" wants a text or a number in the field, and one is ${kindOf(key)}.`,
        )
      const group = groups.get(text)
      if (group === undefined) groups.set(text, { key: key ?? '', items: [item] })
      else group.items.push(item)
    }
    return Array.from(groups.values(), ({ key, items }) => ({ key, items, count: items.length }))
  },
}

const unique: Formatter = {
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
    return listOf(value, 'unique').filter((item) => {
      const own = fieldOf(item, name)
      const key = plainText(own) ?? own
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
  },
}

const reverse: Formatter = {
  name: 'reverse',
  summary: 'The other way round.',
  example: '{#items | reverse}…{/items}',
  takes: 'list',
  gives: 'list',
  args: [],
  schema: { type: 'array' },
  format: (value) => listOf(value, 'reverse').toReversed(),
}

const limit: Formatter = {
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

export const listFormatters = [
  join,
  list,
  count,
  sum,
  avg,
  extreme('min', 1),
  extreme('max', -1),
  map,
  end('first', 0),
  end('last', -1),
  sort,
  filter,
  groupBy,
  unique,
  reverse,
  limit,
]
