import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type PlacedItem, readingOrder } from './reading-order.ts'

interface Named extends PlacedItem {
  readonly name: string
}

const at = (name: string, left: number, top: number, width: number, order: number, size = 10): Named => ({
  name,
  left,
  top,
  right: left + width,
  bottom: top + size * 1.2,
  size,
  length: Math.round(width / 5),
  rightToLeft: false,
  order,
})

/** Lines of two columns, drawn line by line over both. */
const columns = (prefix: string, top: number, count: number, order = 0) =>
  Array.from({ length: count }, (_, line) => [
    at(`${prefix}L${line}`, 50, top + line * 14, 230, order + line * 2),
    at(`${prefix}R${line}`, 310, top + 3 + line * 14, 230, order + line * 2 + 1),
  ]).flat()

const names = (items: readonly Named[]): string =>
  readingOrder(items)
    .flatMap((part) => [...part].sort((a, b) => a.top - b.top || a.left - b.left))
    .map(({ name }) => name)
    .join(' ')

it('reads columns one after the other, between headings over both', () => {
  const items = [
    at('Title', 100, 20, 400, 0, 18),
    ...columns('a', 60, 3),
    at('Middle', 50, 120, 490, 8),
    ...columns('b', 150, 3),
  ]
  expect(names(items)).toBe('Title aL0 aL1 aL2 aR0 aR1 aR2 Middle bL0 bL1 bL2 bR0 bR1 bR2')
})

it('takes a short heading in larger type over columns for one that parts them', () => {
  const items = [...columns('a', 60, 4), at('Short', 50, 130, 120, 8, 16), ...columns('b', 160, 4)]
  expect(names(items)).toBe('aL0 aL1 aL2 aL3 aR0 aR1 aR2 aR3 Short bL0 bL1 bL2 bL3 bR0 bR1 bR2 bR3')
})

it('keeps columns apart from a title over the gutter and a note under some of them', () => {
  const three = (top: number, count: number, order: number) =>
    Array.from({ length: count }, (_, line) =>
      [50, 230, 410].map((left, column) =>
        at(`${'abc'[column]}${line}`, left, top + line * 14 + column * 3, 160, order + line * 3 + column),
      ),
    ).flat()
  const items = [at('Centred', 205, 20, 60, 0), ...three(50, 4, 1), at('Note', 50, 140, 300, 20)]
  expect(names(items)).toBe('Centred a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3 Note')
})

it('heads a narrow column and a wide one with the title above', () => {
  const side = Array.from({ length: 5 }, (_, line) => at(`s${line}`, 50, 60 + line * 14, 40, 1 + line))
  const main = Array.from({ length: 5 }, (_, line) => at(`m${line}`, 200, 63 + line * 14, 300, 10 + line))
  expect(names([at('Title', 260, 20, 200, 0, 18), ...side, ...main])).toBe('Title s0 s1 s2 s3 s4 m0 m1 m2 m3 m4')
})

it('reads the rows of a table between columns row by row, though their gutter goes through it', () => {
  const rows = Array.from({ length: 6 }, (_, row) =>
    [50, 200, 330, 420, 500].map((left, cell) => at(`${row}.${cell}`, left, 110 + row * 14, 25, 8 + row * 5 + cell)),
  ).flat()
  expect(names([...columns('a', 60, 3), ...rows, ...columns('b', 210, 3, 40)])).toBe(
    `aL0 aL1 aL2 aR0 aR1 aR2 ${rows.map(({ name }) => name).join(' ')} bL0 bL1 bL2 bR0 bR1 bR2`,
  )
})

it('goes from the right column to the left where text does', () => {
  const items = columns('', 60, 3).map((item) => ({ ...item, rightToLeft: true }))
  expect(names(items)).toBe('R0 R1 R2 L0 L1 L2')
})

it('reads what the file has after columns after them, though it is as narrow as the first', () => {
  const block = (name: string, left: number, top: number, count: number, order: number) =>
    Array.from({ length: count }, (_, line) => at(`${name}${line}`, left, top + line * 14, 90 + line, order + line))
  const items = [
    ...block('from', 50, 60, 4, 0),
    ...block('about', 310, 63, 5, 4),
    ...block('to', 50, 160, 3, 9),
    ...block('via', 310, 165, 3, 12),
    at('Signed', 50, 240, 80, 15),
    at('Page', 50, 700, 40, 16),
  ]
  expect(names(items)).toBe(
    'from0 from1 from2 from3 about0 about1 about2 about3 about4 to0 to1 to2 via0 via1 via2 Signed Page',
  )
})

it('reads labels and what stands beside them row by row, as the file has them', () => {
  const rows = Array.from({ length: 4 }, (_, row) => [
    at(`k${row}`, 50, 60 + row * 14, 40, row * 2),
    at(`v${row}`, 200, 60 + row * 14, 60, row * 2 + 1),
  ]).flat()
  expect(names(rows)).toBe('k0 v0 k1 v1 k2 v2 k3 v3')
})

it('keeps every item once, wherever they stand, in time that grows with them', () => {
  const item = fc.record({
    left: fc.integer({ min: 0, max: 600 }),
    top: fc.integer({ min: 0, max: 800 }),
    width: fc.integer({ min: 1, max: 600 }),
  })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 60 }), (places) => {
      const items = places.map(({ left, top, width }, order) => at(String(order), left, top, width, order))
      const ordered = readingOrder(items).flat()
      expect(ordered.map(({ order }) => order).sort((a, b) => a - b)).toEqual(items.map(({ order }) => order))
    }),
    { numRuns: 200 },
  )
  const many = Array.from({ length: 40_000 }, (_, order) =>
    at('', (order % 200) * 3, Math.floor(order / 200) * 4, 1, order, 2),
  )
  expect(readingOrder(many).flat()).toHaveLength(many.length)
})

it('takes bullets and numbers for a part of the text behind them, and no column', () => {
  const lines = [0, 1, 2].flatMap((line) => [
    { ...at('•', 50, 60 + line * 14, 5, line * 2), isMarker: true as const },
    at(`L${line}`, 64, 60 + line * 14, 90, line * 2 + 1),
    { ...at('1.', 310, 60 + line * 14, 8, 10 + line * 2), isMarker: true as const },
    at(`R${line}`, 324, 60 + line * 14, 200, 11 + line * 2),
  ])
  expect(names(lines)).toBe('• L0 • L1 • L2 1. R0 1. R1 1. R2')
})

it('gives a column the lines that stand higher than the first column, or alone beside what is left out', () => {
  const lines = (name: string, left: number, top: number, count: number, order: number) =>
    Array.from({ length: count }, (_, line) => at(`${name}${line}`, left, top + line * 14, 230, order + line))
  const title = [at('Title', 60, 20, 300, 0, 18), at('Author', 50, 44, 120, 1)]
  const high = [...title, ...lines('L', 50, 76, 4, 2), ...lines('R', 310, 62, 5, 6)]
  expect(names(high)).toBe('Title Author L0 L1 L2 L3 R0 R1 R2 R3 R4')
  const [left, right] = [lines('L', 50, 60, 4, 0), lines('R', 310, 63, 4, 9)]
  const below = [...lines('l', 50, 180, 3, 4), at('Head', 310, 140, 90, 13, 16), ...lines('r', 310, 183, 3, 14)]
  expect(names([...left, ...right, ...below])).toBe('L0 L1 L2 L3 l0 l1 l2 R0 R1 R2 R3 Head r0 r1 r2')
})

it('gives columns their first lines where none stand beside each other, and a title in one of them its second line', () => {
  const lines = (name: string, left: number, top: number, count: number, order: number) =>
    Array.from({ length: count }, (_, line) => ({
      ...at(`${name}${line}`, left, top + line * 15, 230, order + line),
      bottom: top + line * 15 + 9,
    }))
  const title = [at('Title', 60, 20, 300, 0, 18), at('Author', 50, 44, 120, 1)]
  const staggered = [...title, ...lines('L', 50, 68, 4, 2), ...lines('R', 310, 60, 4, 6)]
  const joined = [at('l', 50, 128, 230, 20), at('r', 310, 121, 230, 30)]
  expect(names([...staggered, ...joined])).toBe('Title Author L0 L1 L2 L3 l R0 R1 R2 R3 r')
  const quoted = [at('one', 50, 116, 200, 20, 16), at('side', 310, 118, 230, 30), at('two', 50, 140, 90, 21, 18)]
  const after = [at('under', 50, 165, 230, 22), at('beside', 310, 165, 230, 31)]
  expect(names([...lines('L', 50, 60, 4, 2), ...lines('R', 310, 63, 4, 24), ...quoted, ...after])).toBe(
    'L0 L1 L2 L3 one two under R0 R1 R2 R3 side beside',
  )
})
