import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { connectedComponents } from './connected-components.ts'
import type { GrayPicture } from '../../../reading/src/ocr/gray-picture.ts'

/** `#` is ink. */
const pictureOf = (...rows: readonly string[]): GrayPicture => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  pixels: Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 0 : 255)),
})

const boxes = (picture: GrayPicture, inverted = false): readonly (readonly number[])[] => {
  const found = connectedComponents(picture, 128, inverted)
  if (found === undefined) throw new Error('There are too many runs.')
  const { count, left, top, right, bottom } = found
  return Array.from({ length: count }, (_, at) => [left[at]!, top[at]!, right[at]!, bottom[at]!])
}

it('joins what touches, also by a corner and from below', () => {
  expect(boxes(pictureOf('#.#..#', '#.#.#.', '###...', '.....#'))).toEqual([
    [0, 0, 3, 3],
    [4, 0, 6, 2],
    [5, 3, 6, 4],
  ])
})

it('takes the light for ink where it is told to', () => {
  expect(boxes(pictureOf('####', '#..#', '####'), true)).toEqual([[1, 1, 3, 2]])
})

it('finds nothing on an empty page, and one component on a full one', () => {
  expect(boxes(pictureOf('...', '...'))).toEqual([])
  expect(boxes(pictureOf('###', '###'))).toEqual([[0, 0, 3, 2]])
})

it('takes time in proportion to the pixels, whatever is drawn', async () => {
  await expectLinearTime(
    1000,
    (height) => ({
      width: 500,
      height,
      // Combs that grow into each other from below: each join is of two large sets.
      pixels: Uint8Array.from({ length: 500 * height }, (_, at) => ((at % 500) % 2 === 0 && at % 7 > 0 ? 0 : 255)),
    }),
    (picture) => connectedComponents(picture, 128, false),
  )
})
