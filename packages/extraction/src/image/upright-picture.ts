import type { GrayPicture } from '../ocr/gray-picture.ts'
import { type QuarterTurn, turned } from '../ocr/picture-turns.ts'

/** Clockwise, after mirroring left to right where it says so; by TIFF's orientation (TIFF 6.0, 274). */
const turns: Readonly<Record<number, readonly [mirrored: boolean, degrees: QuarterTurn]>> = {
  2: [true, 0],
  3: [false, 180],
  4: [true, 180],
  5: [true, 270],
  6: [false, 90],
  7: [true, 90],
  8: [false, 270],
}

/** The picture as it is to be seen. */
export function uprightPicture(picture: GrayPicture, orientation: number): GrayPicture {
  const turn = turns[orientation]
  if (turn === undefined) return picture
  return turned(turn[0] ? mirrored(picture) : picture, turn[1])
}

function mirrored({ width, height, pixels }: GrayPicture): GrayPicture {
  const out = pixels.slice()
  for (let y = 0; y < height; y++) out.subarray(y * width, (y + 1) * width).reverse()
  return { width, height, pixels: out }
}
