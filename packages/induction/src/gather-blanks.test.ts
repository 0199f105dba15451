import { expect, it } from 'vitest'
import type { Column } from './align-nodes.ts'
import { gatherBlanks } from './gather-blanks.ts'
import type { SampleNode } from './sample.ts'

const line = (text: string): SampleNode => ({ kind: 'leaf', shape: 'line', hint: '', slots: [text], origin: 0 })
const columnsOf = (rows: readonly (readonly (string | undefined)[])[]): Column[] =>
  rows.map((row) => row.map((text) => (text === undefined ? undefined : line(text))))
const textsOf = (columns: readonly Column[]): (string | undefined)[][] =>
  columns.map((column) => Array.from(column, (node) => (node?.kind === 'leaf' ? node.slots[0] : undefined)))

it('lays blank lines around what only one sample has into one place that all have', () => {
  const columns = columnsOf([
    ['a', 'b', 'c'],
    ['', '', undefined],
    [undefined, 'said once', undefined],
    [undefined, '', ''],
    ['d', 'e', 'f'],
  ])
  expect(textsOf(gatherBlanks(columns, 3))).toEqual([
    ['a', 'b', 'c'],
    [undefined, '', undefined],
    [undefined, 'said once', undefined],
    ['', '', ''],
    ['d', 'e', 'f'],
  ])
})

it('moves no blank line past what its own sample says', () => {
  const columns = columnsOf([
    ['', undefined],
    ['a', 'b'],
    [undefined, ''],
  ])
  expect(textsOf(gatherBlanks(columns, 2))).toEqual(textsOf(columns))
})
