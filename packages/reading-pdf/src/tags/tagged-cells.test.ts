import type { CellContent } from '@chancery/reading/model/block-sink'
import { describe, expect, it } from 'vitest'
import { tableCells } from './tagged-cells.ts'

const cell = (text: string, x: number, more: Partial<CellContent> = {}): CellContent => ({
  text,
  box: { x, y: 0, width: 0.1, height: 0.1 },
  ...more,
})
const shown = (rows: readonly (readonly CellContent[])[]): string[][] =>
  tableCells(rows).map((row) =>
    row.map(({ text, columnSpan = 1 }) => (columnSpan > 1 ? `${text}×${columnSpan}` : text)),
  )

describe('rows of a tagged table', () => {
  const head = [cell('Item', 0), cell('Hours', 0.4), cell('Amount', 0.8)]

  it('have a place for each column, also where a cell is empty', () => {
    expect(
      shown([
        head,
        [cell('Travel', 0), cell('40', 0.85)],
        [cell('8', 0.45)],
        [cell('a', 0), cell('b', 0.4), cell('c', 0.8)],
      ]),
    ).toEqual([
      ['Item', 'Hours', 'Amount'],
      ['Travel', '', '40'],
      ['', '8', ''],
      ['a', 'b', 'c'],
    ])
  })

  it('keep titles over several columns over those', () => {
    const titles = [cell('2025', 0.25, { columnSpan: 2 }), cell('2026', 0.65, { columnSpan: 2 })]
    const columns = [0, 0.2, 0.3, 0.6, 0.7].map((x, at) => cell(`c${at}`, x))
    expect(shown([titles, columns])).toEqual([
      ['', '2025×2', '2026×2'],
      ['c0', 'c1', 'c2', 'c3', 'c4'],
    ])
  })

  it('run from right to left where the table does', () => {
    expect(shown([head.toReversed(), [cell('40', 0.85), cell('Travel', 0)]])).toEqual([
      ['Amount', 'Hours', 'Item'],
      ['40', '', 'Travel'],
    ])
  })

  it('stay as they are where nothing says which column is missing', () => {
    const loose = [[{ text: 'a' }, { text: 'b' }], [{ text: 'c' }]]
    expect(shown(loose)).toEqual([['a', 'b'], ['c']])
    const wide = [[cell('a', 0, { columnSpan: 2 ** 31 })], [cell('b', 0)]]
    expect(tableCells(wide)).toEqual(wide)
    expect(shown([head, head])).toEqual([head, head].map((row) => row.map(({ text }) => text)))
  })

  it('leave the columns to cells from above', () => {
    const tall = [cell('Region', 0, { rowSpan: 2 }), cell('Q1', 0.4), cell('Q2', 0.8)]
    expect(shown([tall, [cell('10', 0.4), cell('20', 0.8)], head])).toEqual([
      ['Region', 'Q1', 'Q2'],
      ['10', '20'],
      ['Item', 'Hours', 'Amount'],
    ])
  })
})
