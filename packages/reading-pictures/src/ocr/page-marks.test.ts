import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { drawnText } from './drawn-text-fixture.ts'
import type { GrayPicture } from '../../../reading/src/ocr/gray-picture.ts'
import { pageMarks } from './page-marks.ts'

type Pattern = (x: number, y: number) => boolean

/** The same at every run, and without any order. */
const scattered = (x: number, y: number): number => {
  let state = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263)
  state = Math.imul(state ^ (state >>> 13), 1_274_126_177)
  return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32
}

const patterns: Readonly<Record<string, Pattern>> = {
  'a chessboard of pixels': (x, y) => ((x + y) & 1) === 0,
  'a chessboard of squares': (x, y) => (((x >> 3) + (y >> 3)) & 1) === 0,
  'fine dots': (x, y) => Math.hypot((x % 6) - 2.5, (y % 6) - 2.5) < 2,
  'slanting stripes': (x, y) => (x + y) % 16 < 8,
  crosshatch: (x, y) => (x + y) % 16 < 2 || (x - y + 16_000) % 16 < 2,
  'a moiré': (x, y) => Math.sin((x * y) / 300) > 0,
  noise: (x, y) => scattered(x, y) < 0.3,
  'slanting stripes on dark ground': (x, y) => (x + y) % 16 >= 4,
}

const drawnWith = (pattern: Pattern, width = 900, height = 900): GrayPicture => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height }, (_, at) =>
    pattern(at % width, Math.floor(at / width)) ? 0 : 255,
  ),
})

/** One picture above the other, on white. */
function above(upper: GrayPicture, lower: GrayPicture): GrayPicture {
  const width = Math.max(upper.width, lower.width)
  const pixels = new Uint8Array(width * (upper.height + lower.height)).fill(255)
  for (const [picture, top] of [
    [upper, 0],
    [lower, upper.height],
  ] as const) {
    for (let y = 0; y < picture.height; y++) {
      pixels.set(picture.pixels.subarray(y * picture.width, (y + 1) * picture.width), (top + y) * width)
    }
  }
  return { width, height: upper.height + lower.height, pixels }
}

const inverted = ({ pixels, ...size }: GrayPicture): GrayPicture => ({
  ...size,
  pixels: pixels.map((level) => 255 - level),
})

const lines = Array.from({ length: 12 }, (_, at) => `Line ${at} of a letter about the foundations and the works`)

describe.each(Object.entries(patterns))('%s', (_, pattern) => {
  it('is taken out of a page', () => {
    const { patterned, marks } = pageMarks(drawnWith(pattern))
    expect(patterned).toBe(true)
    expect(marks).toBeLessThan(20)
  })

  it('leaves the text above it as it was', async () => {
    const text = await drawnText(lines, 10)
    const { picture, patterned, sample } = pageMarks(above(text, drawnWith(pattern)))
    expect(patterned).toBe(true)
    expect(sample).toBeDefined()
    // But for its margin, within which the tiles of the pattern may reach.
    const [width, rows] = [picture.width, text.height - 110]
    const upper = above(text, { ...drawnWith(pattern), pixels: new Uint8Array(900 * 900).fill(255) })
    expect(Buffer.compare(picture.pixels.subarray(0, width * rows), upper.pixels.subarray(0, width * rows))).toBe(0)
  })
})

it('leaves text alone, dark or light, of any size, in tables and under specks', async () => {
  const small = await drawnText(lines, 5)
  const large = await drawnText(lines.slice(0, 5), 40)
  const boxed = await drawnText(lines, 11)
  const table = {
    ...boxed,
    pixels: boxed.pixels.map((level, at) =>
      (at % boxed.width) % 200 < 2 || Math.floor(at / boxed.width) % 58 < 2 ? 0 : level,
    ),
  }
  const speckled = { ...boxed, pixels: boxed.pixels.map((level, at) => (scattered(at, 1) < 0.005 ? 0 : level)) }
  for (const page of [small, inverted(small), large, inverted(large), table, inverted(table), speckled]) {
    const { picture, patterned, marks } = pageMarks(page)
    expect(patterned).toBe(false)
    expect(picture).toEqual(page)
    expect(marks).toBeGreaterThan(0)
  }
})

it('counts letters, more or less, and shows lines of them', async () => {
  const { marks, sample } = pageMarks(await drawnText(lines, 10))
  const letters = lines.join('').replaceAll(' ', '').length
  expect(marks).toBeGreaterThan(letters * 0.8)
  expect(marks).toBeLessThan(letters * 1.3)
  expect(pageMarks(sample!).marks).toBeGreaterThan(50)
})

it('shows nothing of an empty page', () => {
  const page = drawnWith(() => false)
  expect(pageMarks(page)).toEqual({ picture: page, marks: 0, pieces: 0, patterned: false, boxes: [] })
})

it('takes time in proportion to the page, whatever is on it', async () => {
  for (const pattern of [patterns['noise'] as Pattern, patterns['crosshatch'] as Pattern]) {
    await expectLinearTime(
      300,
      (height) => drawnWith(pattern, 600, height),
      (page) => pageMarks(page),
    )
  }
})
