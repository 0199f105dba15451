import { expect, it } from 'vitest'
import { linesAt, pdfOf } from '../pdf-fixture.ts'
import { outline, readForTest } from '../reading-for-test.ts'

const points = (...all: readonly number[]): string => all.map((each) => each.toFixed(2)).join(' ')

/** A circle of four curves, as browsers draw a bullet; `operator`: `f` filled, `S` a ring. */
function circle(x: number, y: number, operator: string, radius = 2): string {
  const bend = 0.5523 * radius
  return [
    `${points(x + radius, y)} m`,
    `${points(x + radius, y + bend, x + bend, y + radius, x, y + radius)} c`,
    `${points(x - bend, y + radius, x - radius, y + bend, x - radius, y)} c`,
    `${points(x - radius, y - bend, x - bend, y - radius, x, y - radius)} c`,
    `${points(x + bend, y - radius, x + radius, y - bend, x + radius, y)} c h ${operator}`,
  ].join('\n')
}

const square = (x: number, y: number): string => `${points(x - 2, y - 2, 4, 4)} re f`

const read = async (drawn: readonly string[]): Promise<readonly string[]> => {
  const lines = [
    ...linesAt(70, 700, ['These points are open.']),
    ...linesAt(90, 680, ['Rent of the hall']),
    ...linesAt(110, 666, ['for May', 'for June']),
    ...linesAt(90, 638, ['Tax of the quarter']),
  ]
  return outline(await readForTest(pdfOf({ pages: [lines], content: drawn.join('\n') }), 'pdf'))
}

it('reads drawn discs, rings and squares before lines as bullets', async () => {
  const drawn = [circle(80, 684, 'f'), circle(100, 670, 'S'), square(100, 656), circle(80, 642, 'f')]
  expect(await read(drawn)).toEqual([
    'paragraph | These points are open.',
    'list-item 1 • | Rent of the hall',
    'list-item 2 ◦ | for May',
    'list-item 2 ▪ | for June',
    'list-item 1 • | Tax of the quarter',
  ])
})

it('takes none for one that stands alone, elsewhere, or is as large as its line', async () => {
  const plain = await read([])
  expect(plain.every((line) => line.startsWith('paragraph'))).toBe(true)
  expect(await read([circle(80, 684, 'f')])).toEqual(plain)
  expect(await read([circle(80, 694, 'f'), circle(80, 652, 'f')])).toEqual(plain)
  expect(await read([circle(74, 684, 'f', 8), circle(74, 642, 'f', 8)])).toEqual(plain)
})
