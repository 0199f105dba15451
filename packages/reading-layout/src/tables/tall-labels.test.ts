import { expect, it } from 'vitest'
import type { TableWord } from './page-tables.ts'
import { withTallLabels } from './tall-labels.ts'

/** A cell with one word whose middle is at `y`, or a blank one. */
const cell = (row: number, column: number, text: string, y = 0) => {
  const word: TableWord = { text, size: 10, left: column * 50, right: column * 50 + 40, top: y - 6, bottom: y + 6 }
  return { row, column, rowSpan: 1, columnSpan: 1, words: text === '' ? [] : [word] }
}

const shown = (cells: ReturnType<typeof cell>[]): string[] =>
  withTallLabels(cells, 2).map(({ row, rowSpan, words: [word] }) => `${word?.text ?? '-'} ${row} ${rowSpan}`)

it('lets labels at half the height of a header reach over both rows, whichever they came into', () => {
  const labels = [cell(1, 1, 'Hours', 120), cell(1, 2, 'Rate', 120)]
  expect(
    shown([cell(0, 0, 'Item', 110), cell(0, 1, 'Labour', 100), cell(0, 2, ''), cell(1, 0, ''), ...labels]),
  ).toEqual(['Item 0 2', 'Labour 0 1', '- 0 1', 'Hours 1 1', 'Rate 1 1'])
  expect(
    shown([cell(0, 0, ''), cell(0, 1, 'Labour', 100), cell(0, 2, ''), cell(1, 0, 'Item', 110), ...labels]),
  ).toEqual(['Labour 0 1', '- 0 1', 'Item 0 2', 'Hours 1 1', 'Rate 1 1'])
  expect(
    shown([cell(0, 0, 'Item', 101), cell(0, 1, 'Labour', 100), cell(0, 2, ''), cell(1, 0, ''), ...labels]),
  ).toContain('Item 0 1')
})
