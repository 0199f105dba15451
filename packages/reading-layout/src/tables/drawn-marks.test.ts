import { describe, expect, it } from 'vitest'
import type { Rectangle } from '../page-geometry.ts'
import { withoutMarks } from './drawn-marks.ts'
import { pageTables, type TableWord } from './page-tables.ts'

const size = 10

/** Words of one line, 5 points a letter, as high as their type. */
function textAt(x: number, y: number, text: string, space = 2.8): TableWord[] {
  let left = x
  return text.split(' ').map((word) => {
    const placed = { text: word, left, right: left + word.length * 5, top: y, bottom: y + 12, size }
    left = placed.right + space
    return placed
  })
}

const across = (y: number, left: number, right: number): Rectangle => ({ left, right, top: y - 0.25, bottom: y + 0.25 })
const down = (x: number, top: number, bottom: number): Rectangle => ({ left: x - 0.25, right: x + 0.25, top, bottom })
const square = (x: number, y: number, side: number): Rectangle[] => [
  across(y, x, x + side),
  across(y + side, x, x + side),
  down(x, y, y + side),
  down(x + side, y, y + side),
]

/** Three columns and two rows, from 100 to 160 down the page. */
const grid = [...[100, 130, 160].map((y) => across(y, 50, 350)), ...[50, 150, 250, 350].map((x) => down(x, 100, 160))]
const cells = [100, 130].flatMap((y) =>
  ['Name', 'Street', 'Town'].flatMap((text, at) => textAt(55 + 100 * at, y + 8, text)),
)

const shapes = (words: readonly TableWord[], rules: readonly Rectangle[]): string[] =>
  pageTables({ words, rules, width: 595, height: 842 }).map(({ rows, columns }) => `${rows} × ${columns}`)

describe('what is drawn to mark text', () => {
  it('is no row of the table that a highlighted title touches', () => {
    const title = textAt(55, 86, 'Section one')
    const highlight = { left: 55, right: title.at(-1)?.right ?? 0, top: 86, bottom: 98 }
    expect(shapes([...title, ...cells], [...grid, highlight])).toEqual(['2 × 3'])
  })

  it('is no row of the table above, though shading is wider than its text', () => {
    const below = textAt(51, 161, 'Rates are adjusted by age')
    const shading = { left: 50, right: 380, top: 160.5, bottom: 173 }
    expect(withoutMarks([...grid, shading], [...cells, ...below])).toEqual(grid)
    expect(shapes([...cells, ...below], [...grid, shading])).toEqual(['2 × 3'])
  })

  it('is the background of a cell where it stands on lines', () => {
    const background = { left: 50, right: 150, top: 100, bottom: 130 }
    expect(withoutMarks([...grid, background], textAt(50, 100, 'Name'))).toContain(background)
  })

  it('is the background of a column where such areas of one width stand under each other', () => {
    const words = ['Name', 'Anna', 'Bert'].flatMap((text, at) => textAt(51, 100 + 13 * at, text))
    const areas = [0, 1, 2].map((at) => ({ left: 50, right: 90, top: 100 + 13 * at, bottom: 112.5 + 13 * at }))
    const lines = [across(99.5, 50, 140)]
    expect(withoutMarks([...lines, ...areas], words)).toEqual([...lines, ...areas])
    expect(withoutMarks([...lines, ...areas.slice(0, 1)], words)).toEqual(lines)
  })

  it('is a box to be ticked, ticked or not', () => {
    const signed = ['✓', '☐', '☒'].map((sign) => [...cells, ...textAt(201, 139, sign)])
    for (const words of [cells, ...signed]) {
      expect(withoutMarks([...grid, ...square(200, 140, 10), ...square(300, 140, 10)], words)).toEqual(grid)
    }
  })

  it('is none where squares hold text, or stand beside each other for letters', () => {
    const letter = square(200, 140, 10)
    expect(withoutMarks(letter, textAt(202, 139, 'A'))).toEqual(letter)
    const row = [...letter, ...square(210, 140, 10)]
    expect(withoutMarks(row, cells)).toEqual(row)
  })

  it('leaves a row whole whose justified lines have wide spaces', () => {
    const rules = [
      ...[100, 130, 200].map((y) => across(y, 50, 350)),
      ...[50, 150, 250, 350].map((x) => down(x, 100, 200)),
    ]
    const justified = ['approved for the', 'entire classes', 'chancellors or an', 'of administration'].flatMap(
      (text, at) => textAt(55, 134 + 14 * at, text, 11),
    )
    const words = [...cells.slice(0, 3), ...justified, ...textAt(155, 176, 'Signed'), ...textAt(255, 176, 'Date')]
    expect(shapes(words, rules)).toEqual(['2 × 3'])
  })
})
