import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutLeaders } from './leaders.ts'

/** The rule as one pattern, which costs up to a thousand steps for each dot. */
const leaders = /[ \t]?(?:[.·…][ \t]?){4,1000}(?=[ \t]{0,8}(?:\d{1,5}|[ivxlcdm]{1,8})[ \t]{0,8}$)/gim

it('takes the dots before a page number away, and no others', () => {
  expect(withoutLeaders('Notices . . . . vii\nWait .... what\nTerms .....12')).toBe(
    'Notices … vii\nWait .... what\nTerms … 12',
  )
  const part = fc.constantFrom(
    '.',
    '.',
    '. ',
    ' .',
    '.\t',
    '·',
    '…',
    ' ',
    '\t',
    '7',
    '12345',
    'iv',
    'x',
    'a',
    '\n',
    '\r',
    '\u2028',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      expect(withoutLeaders(text)).toBe(text.replaceAll(leaders, ' … '))
    }),
    { numRuns: 1000 },
  )
})

it('takes a thousand of them at the most', () => {
  for (const text of [`${'.'.repeat(1500)}7`, `${'. '.repeat(1000)}7`, `${'. '.repeat(1001)}  7`]) {
    expect(withoutLeaders(text)).toBe(text.replaceAll(leaders, ' … '))
  }
})
