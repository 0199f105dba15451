import { describe, expect, it } from 'vitest'
import { drawnText } from './drawn-text-fixture.ts'
import { placeOn, preparedPage } from './page-preparation.ts'
import { rotated } from '../image/picture-turns.ts'
import { skewOf } from './skew.ts'

const degree = Math.PI / 180
const lines = Array.from(
  { length: 14 },
  (_, at) => `Paragraph ${at} tells of the walls, the roof and the ${at} windows`,
)

describe('the slope of lines', () => {
  it.each([-9.5, -8, -6.5, -5, -3, -0.5, 0, 0.5, 3, 5, 6.5, 8, 9.5])('is found at %f degrees', async (slope) => {
    const { picture } = rotated(await drawnText(lines, 11), slope * degree)
    expect(Math.abs(skewOf(picture) - slope * degree)).toBeLessThan(0.1 * degree)
  })
})

describe('a picture that is turned', () => {
  it('keeps what would leave its frame, and tells where the frame lies', () => {
    const [width, height] = [400, 300]
    const pixels = new Uint8Array(width * height).fill(255)
    // A dot in the corner, which goes up and out at a turn to the left.
    for (let at = 0; at < 6; at++) pixels.fill(0, at * width + width - 6, at * width + width)
    const { picture, left, top } = rotated({ width, height, pixels }, -8 * degree)
    const dark = picture.pixels.reduce((sum, level) => sum + (level < 128 ? 1 : 0), 0)
    expect(dark).toBeGreaterThan(15)
    expect(top).toBeGreaterThan(20)
    expect(left).toBe(0)
    expect(picture.height).toBe(height + top)
  })

  it('grows by nothing where nothing leaves it', () => {
    const picture = { width: 200, height: 100, pixels: new Uint8Array(20_000).fill(255) }
    picture.pixels.fill(0, 10_050, 10_150)
    const turned = rotated(picture, 5 * degree)
    expect([turned.left, turned.top, turned.picture.width, turned.picture.height]).toEqual([0, 0, 200, 100])
  })
})

it.each([
  [-7, undefined],
  [7, 300],
])('a prepared page that lay at %i degrees tells places on the picture as it was', async (slope, resolution) => {
  const straight = await drawnText(lines, 11)
  const { picture } = rotated(straight, slope * degree)
  const { place, picture: level } = preparedPage(picture, resolution)
  expect(Math.abs(place.skew - slope * degree)).toBeLessThan(0.1 * degree)
  // The middle of the picture stays where it is, whatever was added around it.
  const [x, y] = [place.left + place.width / 2, place.top + place.height / 2]
  const box = placeOn(place, [x - 10, y - 10, 20, 20])
  expect(box.x + box.width / 2).toBeCloseTo(0.5, 3)
  expect(box.y + box.height / 2).toBeCloseTo(0.5, 3)
  expect(Math.abs(skewOf(level))).toBeLessThan(0.15 * degree)
})
