import { kindOf, plainText } from '../data/plain-text.ts'
import { type Formatter, FormatterFault, tooLarge } from './formatter.ts'
import { field, fieldsOf } from './list-fields.ts'
import { listOf } from './list-items.ts'
import { isNothing, orderIn } from './order.ts'

const isDirection = (word: unknown): boolean => word === 'asc' || word === 'desc'

/** Most items that are put in order. */
const maxSorted = 200_000

export const sort: Formatter = {
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
    const keys = fieldsOf(items, key, 'sort')
    const keyed = items.map((item, index) => ({ item, key: keys[index] }))
    return keyed
      .sort((a, b) => order(a.key, b.key) * (isNothing(a.key) || isNothing(b.key) ? 1 : sign))
      .map(({ item }) => item)
  },
}

export const groupBy: Formatter = {
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
    const items = listOf(value, 'groupBy')
    for (const [index, key] of fieldsOf(items, name, 'groupBy').entries()) {
      const item = items[index]
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

export const reverse: Formatter = {
  name: 'reverse',
  summary: 'The other way round.',
  example: '{#items | reverse}…{/items}',
  takes: 'list',
  gives: 'list',
  args: [],
  schema: { type: 'array' },
  format: (value) => listOf(value, 'reverse').toReversed(),
}
