import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import type { Rectangle } from '../page-geometry.ts'
import { pageTables, type TableWord } from './page-tables.ts'
import { ShadedRows } from './shaded-rows.ts'

const size = 10
const pitch = 14

/** Words of one stretch of text, 5 points a letter, its line's top at `y`. */
function textAt(x: number, y: number, text: string): TableWord[] {
  let left = x
  return text.split(' ').map((word) => {
    const placed = { text: word, left, right: left + word.length * 5, top: y, bottom: y + 12, size }
    left = placed.right + 2.8
    return placed
  })
}

const linesAt = (xs: readonly number[], y: number, lines: readonly (readonly string[])[]): TableWord[] =>
  lines.flatMap((line, row) =>
    line.flatMap((text, at) => (text === '' ? [] : textAt(xs[at] ?? 0, y + row * pitch, text))),
  )

/** The background of lines, in one piece or in cells beside each other. */
const behind = (line: number, count: number, edges: readonly number[] = [50, 350]): Rectangle[] =>
  edges
    .slice(1)
    .map((right, at) => ({ left: edges[at] ?? 0, right, top: 99 + line * pitch, bottom: 99 + (line + count) * pitch }))

const shown = (words: readonly TableWord[], rules: readonly Rectangle[]): string[][] =>
  pageTables({ words, rules, width: 595, height: 842 }).map(({ cells, rows }) =>
    Array.from({ length: rows }, (_, row) =>
      cells
        .filter((cell) => cell.row === row)
        .map(({ text }) => text.replaceAll('\n', ' '))
        .join(' | '),
    ),
  )

const terms = [
  ['Data', 'Description'],
  ['10%', 'Interest of a year'],
  ['Formula', 'What is paid at the end of each month of the year'],
  ['none', 'Fee'],
]
const rowsOf = (lines: readonly (readonly string[])[]): string[] => lines.map((line) => line.join(' | '))

it('takes lines under a shaded header for a table, whether it is shaded whole or by its cells', () => {
  const words = linesAt([55, 110], 100, terms)
  expect(shown(words, [])).toEqual([])
  expect(shown(words, behind(0, 1))).toEqual([rowsOf(terms)])
  expect(shown(words, behind(0, 1, [50, 105, 350]))).toEqual([rowsOf(terms)])
})

it('parts rows where their background changes, and none inside it', () => {
  const lines = [
    ['Item', 'Where it is kept'],
    ['Keys of the', 'Porter'],
    ['front door', ''],
    ['Plans of the', 'Archive'],
    ['upper floor', ''],
    ['Seal', 'Safe'],
  ]
  const words = linesAt([55, 200], 100, lines)
  expect(shown(words, [...behind(1, 2), ...behind(5, 1)])).toEqual([
    ['Item | Where it is kept', 'Keys of the front door | Porter', 'Plans of the upper floor | Archive', 'Seal | Safe'],
  ])
})

it('takes neither a box around text nor the band of a heading for a shaded row', () => {
  const words = linesAt([55, 110], 100, terms)
  expect(shown(words, behind(0, 4))).toEqual([])
  const heading = [...textAt(55, 86, 'What the words mean'), ...words]
  expect(shown(heading, behind(-1, 1))).toEqual([])
})

it('finds backgrounds in time that grows with what is drawn', async () => {
  await expectLinearTime(
    2000,
    (count) => Array.from({ length: count }, (_, at) => behind(at, 1, [50, 150, 350])).flat(),
    (areas) => {
      const shaded = new ShadedRows(areas)
      for (const { top, bottom } of areas) shaded.within({ left: 55, right: 300, top: top - pitch, bottom: bottom + 2 })
    },
  )
})
