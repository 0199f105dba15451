import { kindOf, plainText } from '../data/plain-text.ts'
import { type Formatter, FormatterFault, maxText, tooLarge } from './formatter.ts'
import { listFormat } from './intl-cache.ts'
import { listOf } from './list-items.ts'

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

const texts = { type: 'array', items: { type: ['string', 'number'] } }

export const join: Formatter = {
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

export const list: Formatter = {
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
