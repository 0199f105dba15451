import { turnOf } from '@chancery/formats/raster'
import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'
import { type QuarterTurn, turned } from './picture-turns.ts'

/** The picture as it is to be seen, by TIFF's orientation. */
export function uprightPicture(picture: GrayPicture, orientation: number): GrayPicture {
  const turn = turnOf(orientation)
  if (turn === undefined) return picture
  return turned(turn.isMirrored ? mirrored(picture) : picture, (turn.quarters * 90) as QuarterTurn)
}

function mirrored({ width, height, pixels }: GrayPicture): GrayPicture {
  const out = pixels.slice()
  for (let y = 0; y < height; y++) out.subarray(y * width, (y + 1) * width).reverse()
  return { width, height, pixels: out }
}
