import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import type { TableWord } from './page-tables.ts'
import { withRowLabels } from './row-labels.ts'

/** A cell with one word whose middle is at `y`, or a blank one. */
const cell = (row: number, column: number, text: string, y: number, bold = false) => {
  const word: TableWord = {
    text,
    bold,
    size: 10,
    left: column * 50,
    right: column * 50 + 40,
    top: y - 6,
    bottom: y + 6,
  }
  return { row, column, rowSpan: 1, columnSpan: 1, words: text === '' ? [] : [word] }
}

/** Rows 20 points apart below a header; a label may be set lower by so much. */
const rowsOf = (rows: readonly (readonly [label: string, item: string, figure: string, lower?: number])[]) =>
  [['Zone', 'Item', 'Price'] as const, ...rows].flatMap(([label, item, figure, lower = 0], row) => [
    cell(row, 0, label, row * 20 + lower),
    cell(row, 1, item, row * 20),
    cell(row, 2, figure, row * 20),
  ])

const spans = (cells: ReturnType<typeof rowsOf>): string[] =>
  withRowLabels(cells, 1)
    .filter(({ column, row, words }) => column === 0 && row > 0 && words.length > 0)
    .map(({ row, rowSpan, words: [word] }) => `${word?.text} ${row} ${rowSpan}`)

it('lets labels in the middle of several rows reach over them, also between two rows', () => {
  const rows = rowsOf([
    ['', 'Letter', '1'],
    ['Inland', 'Parcel', '2'],
    ['', 'Crate', '3'],
    ['Abroad', 'Letter', '4', 10],
    ['', 'Parcel', '5'],
    ['Sea', 'Crate', '6'],
  ])
  expect(spans(rows)).toEqual(['Sea 6 1', 'Inland 1 3', 'Abroad 4 2'])
  expect(withRowLabels(rows, 1).reduce((sum, each) => sum + each.rowSpan * each.columnSpan, 0)).toBe(21)
})

it('lets labels at the first of their rows reach over them, where each row has a label of its own', () => {
  const rows = [
    ['Inland', 'Letter', '1'],
    ['', 'Parcel', '2'],
    ['Abroad', 'Letter', '3'],
    ['', 'Parcel', '4'],
    ['', 'Crate', '5'],
  ] as const
  expect(spans(rowsOf(rows))).toEqual(['Inland 1 2', 'Abroad 3 3'])
})

it('leaves labels of one row: codes, labels of few rows, sums below, and rows without a label of their own', () => {
  const alone = (rows: readonly (readonly [string, string, string])[]) =>
    expect(spans(rowsOf(rows)).join()).not.toMatch(/[2-9]$/)
  alone([
    ['A-17', 'Nails', '1'],
    ['', 'Pegs', '2'],
    ['A-19', 'Hooks', '3'],
    ['', 'Pins', '4'],
  ])
  alone([
    ['Wood', 'Oak', '1'],
    ['Iron', 'Nails', '2'],
    ['', 'Fee', '3'],
  ])
  alone([
    ['Wood', '2019', '1'],
    ['', '2020', '2'],
    ['Iron', '2019', '3'],
    ['', '2020', '4'],
  ])
  const [sum, ...figures] = rowsOf([
    ['Wood', 'Oak', '1'],
    ['', 'Ash', '2'],
    ['Iron', 'Nails', '3'],
    ['', 'Pins', '4'],
    ['', 'Sum', '9'],
  ]).toReversed()
  const bold = [sum, ...figures].map((each) =>
    each?.row === 5 ? { ...each, words: each.words.map((word) => ({ ...word, bold: true })) } : each,
  )
  expect(spans(bold.flatMap((each) => (each === undefined ? [] : [each])))).toEqual(['Iron 3 1', 'Wood 1 1'])
})

it('takes time that grows with the rows alone', async () => {
  const rows = (length: number) =>
    rowsOf(Array.from({ length }, (_, at) => [at === length >> 1 ? 'Middle' : '', 'Item', `${at}`] as const))
  await expectLinearTime(2_000, rows, (cells) => withRowLabels(cells, 1))
})
