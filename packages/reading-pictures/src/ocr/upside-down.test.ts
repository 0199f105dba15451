import { expect, it } from 'vitest'
import { fromGraymap, type GrayPicture, toGraymap } from '@chancery/reading/ocr/gray-picture'
import { rotated, turned } from '../image/picture-turns.ts'
import { drawnText } from './drawn-text-fixture.ts'
import { preparedPage } from './page-preparation.ts'
import type { Preparation } from './preparation-worker.ts'
import { upsideDown } from './upside-down.ts'

const lines = [
  'Invoice 1042 of 12 March 2026',
  'Survey of the site, two days',
  'Total: 1,240.50 EUR',
  'Due in thirty days',
]

function prepared(given: GrayPicture): Preparation {
  const { picture, ...rest } = preparedPage(given, 200)
  return { ...rest, graymap: toGraymap(picture), size: { width: picture.width, height: picture.height } }
}

const inkOf = ({ graymap }: Preparation): number =>
  fromGraymap(graymap)?.pixels.reduce((sum, level) => sum + 255 - level, 0) ?? 0

it.each([0, 4])('is what would have been prepared upside down, of a page that lay at %i degrees', async (slope) => {
  const text = await drawnText(lines, 11)
  const picture = slope === 0 ? text : rotated(text, (slope * Math.PI) / 180).picture
  picture.pixels.fill(255, 0, picture.width * 3)
  const one = prepared(picture)
  const expected = prepared(turned(picture, 180))
  const got = upsideDown(one)
  expect(got.marks).toBe(one.marks)
  expect(Math.abs(got.place.skew - expected.place.skew)).toBeLessThan(0.002)
  for (const side of ['left', 'top', 'width', 'height'] as const) {
    expect(Math.abs(got.place[side] - expected.place[side])).toBeLessThanOrEqual(4)
  }
  expect(Math.abs(inkOf(got) / inkOf(expected) - 1)).toBeLessThan(0.01)
  expect(fromGraymap(got.graymap)).toMatchObject(got.size)
  expect(upsideDown(got)).toEqual(one)
})

it('tells where the boxes are', () => {
  const picture = { width: 1200, height: 1600, pixels: new Uint8Array(1200 * 1600).fill(255) }
  for (let y = 100; y < 130; y++) {
    for (let x = 200; x < 230; x++) {
      if (y < 103 || y >= 127 || x < 203 || x >= 227) picture.pixels[y * 1200 + x] = 0
    }
  }
  const one = prepared(picture)
  expect(one.boxes).toHaveLength(1)
  expect(upsideDown(one).boxes).toEqual(prepared(turned(picture, 180)).boxes)
})
