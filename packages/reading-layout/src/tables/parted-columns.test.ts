import { expect, it } from 'vitest'
import { pageTables, type TableWord } from './page-tables.ts'

const size = 10

function textAt(x: number, row: number, text: string): TableWord[] {
  let left = x
  const top = 100 + row * 15
  return text.split(' ').map((word) => {
    const placed = { text: word, left, right: left + word.length * 5, top, bottom: top + 12, size }
    left = placed.right + 2.8
    return placed
  })
}

function endingAt(right: number, row: number, text: string): TableWord[] {
  const words = textAt(0, row, text)
  const by = right - (words.at(-1)?.right ?? 0)
  return words.map((word) => ({ ...word, left: word.left + by, right: word.right + by }))
}

const shown = (words: readonly TableWord[]): string[][] =>
  pageTables({ words, rules: [], width: 595, height: 842 }).map(({ cells, rows }) =>
    Array.from({ length: rows }, (_, row) =>
      cells.flatMap((cell) => (cell.row === row ? [cell.text] : [])).join(' | '),
    ),
  )

const names = ['Bolt', 'Nut', 'Washer', 'Screw', 'Nail', 'Hook', 'Hinge']

it('takes texts on the left and figures on the right for one column where no row has both', () => {
  const values = ['yes', '12', '1,204', 'no', 'none left', '7', '33']
  const words = [
    ...textAt(50, 0, 'Item'),
    ...textAt(120, 0, 'In store'),
    ...endingAt(300, 0, 'Price'),
    ...names.flatMap((name, at) => {
      const value = values[at] ?? ''
      const own = /\d/.test(value) ? endingAt(210, at + 1, value) : textAt(120, at + 1, value)
      return [...textAt(50, at + 1, name), ...own, ...endingAt(300, at + 1, `${at}.50`)]
    }),
  ]
  expect(shown(words)).toEqual([
    ['Item | In store | Price', ...names.map((name, at) => `${name} | ${values[at]} | ${at}.50`)],
  ])
})

it('leaves what is paid in and out in columns of their own', () => {
  const words = [
    ...textAt(50, 0, 'Item'),
    ...endingAt(180, 0, 'In'),
    ...endingAt(240, 0, 'Out'),
    ...endingAt(300, 0, 'Left'),
    ...names.flatMap((name, at) => [
      ...textAt(50, at + 1, name),
      ...endingAt(at % 2 === 0 ? 180 : 240, at + 1, `1${at}.00`),
      ...endingAt(300, at + 1, `${at}.50`),
    ]),
  ]
  const [table] = shown(words)
  expect(table?.[1]).toBe('Bolt | 10.00 |  | 0.50')
  expect(table?.[2]).toBe('Nut |  | 11.00 | 1.50')
})

it('does so with the first column where a title lies over both sides', () => {
  const values = ['12', '1,204', 'none', '7', '33', '8', '90']
  const of = (title: string): TableWord[] => [
    ...textAt(50, 0, title),
    ...textAt(200, 0, 'What'),
    ...endingAt(300, 0, 'Price'),
    ...values.flatMap((value, at) => [
      ...(/\d/.test(value) ? endingAt(140, at + 1, value) : textAt(50, at + 1, value)),
      ...textAt(200, at + 1, names[at] ?? ''),
      ...endingAt(300, at + 1, `${at}.50`),
    ]),
  ]
  expect(shown(of('Count (as expected)'))[0]?.slice(0, 4)).toEqual([
    'Count (as expected) | What | Price',
    '12 | Bolt | 0.50',
    '1,204 | Nut | 1.50',
    'none | Washer | 2.50',
  ])
  expect(shown(of('Count'))[0]?.[1]).toBe(' | 12 | Bolt | 0.50')
})
