import { expect, it } from 'vitest'
import type { Rectangle } from '../page-geometry.ts'
import { type FoundTable, pageTables, type TableWord } from './page-tables.ts'

function textAt(x: number, y: number, text: string): TableWord[] {
  let left = x
  return text.split(' ').map((each) => {
    const word = { text: each, left, right: left + each.length * 5, top: y, bottom: y + 12, size: 10 }
    left = word.right + 2.8
    return word
  })
}

const across = (y: number, left = 50, right = 450): Rectangle => ({ left, right, top: y - 0.25, bottom: y + 0.25 })
const down = (x: number, top: number, bottom: number): Rectangle => ({ left: x - 0.25, right: x + 0.25, top, bottom })

function tableOf(words: readonly TableWord[], rules: readonly Rectangle[]): FoundTable<TableWord> | undefined {
  const tables = pageTables({ words, rules, width: 595, height: 842 })
  expect(tables).toHaveLength(1)
  return tables[0]
}

const shown = (table: FoundTable<TableWord> | undefined): string[] =>
  Array.from({ length: table?.rows ?? 0 }, (_, row) =>
    (table?.cells ?? [])
      .filter((cell) => cell.row === row)
      .map(({ text, columnSpan }) => (columnSpan > 1 ? `${columnSpan}× ${text}` : text))
      .join(' | '),
  )

/** Four rows from 100 to 200; lines down at 150, 250 and 350 in the last row alone. */
const sides = [50, 450].map((x) => down(x, 100, 200))
const rows = [100, 125, 150, 175, 200].map((y) => across(y))
const boxes = [150, 250, 350].map((x) => down(x, 175, 200))
const lastRow = ['Day', 'Month', 'Year', 'Place'].flatMap((text, at) => textAt(55 + at * 100, 182, text))

it('takes a drawn box for one cell though there are gaps in its text', () => {
  const words = [
    ...textAt(55, 107, '12 -'),
    ...textAt(155, 107, 'Field of study'),
    ...textAt(55, 132, 'Signatures'),
    ...textAt(255, 132, 'Head'),
    ...textAt(55, 157, '14 -'),
    ...textAt(155, 157, 'Employer'),
    ...lastRow,
  ]
  expect(shown(tableOf(words, [...sides, ...rows, ...boxes]))).toEqual([
    '4× 12 - Field of study',
    '4× Signatures Head',
    '4× 14 - Employer',
    'Day | Month | Year | Place',
  ])
})

it('parts it before figures, and where several rows have the gap', () => {
  const rowsOf = (first: readonly string[]): TableWord[] => [
    ...first.flatMap((text, at) => (text === '' ? [] : textAt(55 + 100 * at, 107, text))),
    ...textAt(55, 132, 'Rent and water'),
    ...textAt(55, 157, 'Food for all'),
    ...lastRow,
  ]
  expect(shown(tableOf(rowsOf(['Total', '12.50', '', '']), [...sides, ...rows, ...boxes]))[0]).toBe(
    'Total | 12.50 |  | ',
  )
  const texts = [107, 132, 157].flatMap((y) => [
    ...textAt(55, y, 'Apples'),
    ...textAt(155, y, 'red'),
    ...textAt(255, y, 'large'),
  ])
  expect(shown(tableOf([...texts, ...lastRow], [...sides, ...rows, ...boxes]))[1]).toBe('Apples | red | large | ')
})

it('keeps a drawn cell to be filled in as a column, and none that is as narrow as a space', () => {
  const page = (x: number): string[] => {
    const words = [
      ...textAt(55, 107, 'I declare that this is true'),
      ...textAt(160, 132, 'Day'),
      ...textAt(260, 132, 'Month'),
      ...textAt(160, 157, '12'),
      ...textAt(260, 157, '11'),
    ]
    const lines = [x, 155, 255].map((at) => down(at, 125, 175))
    return shown(tableOf(words, [...[50, 450].map((at) => down(at, 100, 175)), ...rows.slice(0, 4), ...lines]))
  }
  expect(page(155)).toEqual(['3× I declare that this is true', ' | Day | Month', ' | 12 | 11'])
  expect(page(140)).toEqual(['3× I declare that this is true', ' | Day | Month', ' | 12 | 11'])
})
