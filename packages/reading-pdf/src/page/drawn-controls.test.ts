import { expect, it } from 'vitest'
import { controlSigns } from './drawn-controls.ts'
import { linesAt, type PlacedText, pdfOf } from '../pdf-fixture.ts'
import { readForTest } from '../reading-for-test.ts'

/** Four curves around a middle (the usual share of the radius for a quarter of a circle). */
function circle(x: number, y: number, radius: number): string {
  const k = radius * 0.5523
  const [l, r, t, b] = [x - radius, x + radius, y + radius, y - radius]
  return (
    `${r} ${y} m ${r} ${y + k} ${x + k} ${t} ${x} ${t} c ${x - k} ${t} ${l} ${y + k} ${l} ${y} c ` +
    `${l} ${y - k} ${x - k} ${b} ${x} ${b} c ${x + k} ${b} ${r} ${y - k} ${r} ${y} c h`
  )
}
const ring = (x: number, y: number): string => `0.4 G ${circle(x, y, 4.5)} S`
const chosen = (x: number, y: number): string => `${ring(x, y)} 0 0.4 1 rg ${circle(x, y, 2.9)} f`

/** A square of 9 points with round corners. */
const rounded = (x: number, y: number): string =>
  `${x + 2} ${y} m ${x + 7} ${y} l ${x + 8} ${y} ${x + 9} ${y + 1} ${x + 9} ${y + 2} c ${x + 9} ${y + 7} l ` +
  `${x + 9} ${y + 8} ${x + 8} ${y + 9} ${x + 7} ${y + 9} c ${x + 2} ${y + 9} l ` +
  `${x + 1} ${y + 9} ${x} ${y + 8} ${x} ${y + 7} c ${x} ${y + 2} l ${x} ${y + 1} ${x + 1} ${y} ${x + 2} ${y} c h`
const box = (x: number, y: number): string => `1 g ${rounded(x, y)} f 0.4 G ${rounded(x, y)} S`
const tickedBox = (x: number, y: number): string =>
  `0 0.4 1 rg ${rounded(x, y)} f 1 G ${x + 2} ${y + 4} m ${x + 7} ${y + 7} l S`

const read = (pages: readonly PlacedText[], ...drawn: readonly string[]) =>
  readForTest(pdfOf({ pages: [pages], content: drawn.join('\n') }), 'pdf')

const smoker = [
  { x: 72, y: 700, text: 'Smoker:' },
  { x: 140, y: 700, text: 'yes' },
  { x: 190, y: 700, text: 'no' },
]

it('reads the buttons of a printed form, and which is chosen', async () => {
  const { text, formFields } = await read(smoker, ring(132, 703.5), chosen(182, 703.5))
  expect(text.replaceAll(/\s+/g, ' ')).toBe('Smoker: ○ yes ◉ no')
  expect(formFields.map(({ name, value }) => [name, value])).toEqual([
    ['yes', false],
    ['no', true],
  ])
})

it('reads the boxes of a printed form', async () => {
  const pets = [
    { x: 72, y: 700, text: 'Pets:' },
    { x: 140, y: 700, text: 'cat' },
    { x: 190, y: 700, text: 'dog' },
  ]
  const { text, formFields } = await read(pets, tickedBox(127, 699), box(177, 699))
  expect(text.replaceAll(/\s+/g, ' ')).toBe('Pets: ☒ cat ☐ dog')
  expect(formFields.map(({ value }) => value)).toEqual([true, false])
})

it('reads buttons that stand on a line, though none is chosen', async () => {
  const { text } = await read(smoker, ring(132, 703.5), ring(182, 703.5))
  expect(text.replaceAll(/\s+/g, ' ')).toBe('Smoker: ○ yes ○ no')
})

it.each([
  ['rings before the lines of a list', [ring(64, 703.5), ring(64, 689.5)]],
  ['icons that are filled', [`0 g ${circle(64, 703.5, 4.5)} f`, `0 g ${circle(64, 689.5, 4.5)} f`]],
  ['a ring around text', [ring(75, 703.5), chosen(75, 689.5)]],
  ['a circle that is larger than any button', [`0 G ${circle(50, 703.5, 12)} S`, `0 G ${circle(50, 689.5, 12)} S`]],
])('takes no signs from %s', async (_, drawn) => {
  const { text } = await read(linesAt(72, 700, ['1 rue de Rivoli', '2 rue de Rivoli']), ...drawn)
  expect(text).not.toMatch(/[○◉☐☒]/u)
})

it('takes rings below each other for bullets, and all of them for buttons where two stand on a line', () => {
  const rings = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      left: 10,
      right: 19,
      top: at * 20,
      bottom: at * 20 + 9,
      isCircle: true,
      isFilled: false,
    }))
  expect(controlSigns([], rings(500), [])).toEqual([])
  expect(controlSigns([], [...rings(499), { ...rings(1)[0]!, left: 40, right: 49 }], [])).toHaveLength(500)
})
