import { expect, it } from 'vitest'
import { withoutSplitAmounts } from './split-amounts.ts'

/** A line of figures 20 high and 14 wide; spaces between words tell how wide each gap is. */
function line(text: string) {
  let left = 0
  return [...text.matchAll(/(\S+)( *)/g)].map(([, word = '', space = '']) => {
    const width = 14 * word.length
    const at = left
    left += width + 14 * space.length
    return { text: word, left: at, top: 0, width, height: 20, confidence: 0.9, line: 0, paragraph: 0, block: 0 }
  })
}

const joined = (text: string): string =>
  withoutSplitAmounts(line(text))
    .map((word) => word.text)
    .join(' ')

it.each([
  ['Total    49. 39', 'Total 49.39'],
  ['1,249. 00    0. 00', '1,249.00 0.00'],
  ['RM12, 50', 'RM12,50'],
  ['4. 50 9. 00', '4.50 9.00'],
  ['@RM18 . 90', '@RM18.90'],
  ['RM6 .90    12 ,50', 'RM6.90 12,50'],
])('puts %s together', (read, wanted) => {
  expect(joined(read)).toBe(wanted)
})

it.each([
  'in room 12. 30 days later',
  '3. 12 chairs',
  'on 14. 03. 2026',
  'No. 12',
  '1. 250',
  'version 1.2. 10',
  'costs 12 . 50 others',
  'colt 4 .45 calibre',
  '18    . 90',
  '3 . 125',
  'Total 49.    39',
])('leaves %s as it is', (text) => {
  expect(joined(text)).toBe(text.replaceAll(/ +/g, ' '))
})

it('tells the place of both', () => {
  const [word] = withoutSplitAmounts(line('49. 39'))
  expect([word?.left, word?.width, word?.height]).toEqual([0, 84, 20])
})
