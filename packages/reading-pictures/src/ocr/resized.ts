import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'

/** To another size: the mean of the pixels that fall together where it shrinks, linear between them where it grows. */
export function resized(picture: GrayPicture, width: number, height: number): GrayPicture {
  if (width === picture.width && height === picture.height) return picture
  const columns = weights(picture.width, width)
  const rows = weights(picture.height, height)
  const pixels = new Uint8Array(width * height)
  const row = new Float32Array(picture.width)
  for (let y = 0; y < height; y++) {
    row.fill(0)
    for (let at = 0; at < rows.reach; at++) {
      const share = rows.shares[y * rows.reach + at]!
      const from = (rows.first[y]! + at) * picture.width
      for (let x = 0; x < picture.width; x++) row[x]! += picture.pixels[from + x]! * share
    }
    for (let x = 0, share = 0; x < width; x++) {
      let sum = 0.5
      const first = columns.first[x]!
      for (let at = first; at < first + columns.reach; at++, share++) sum += row[at]! * columns.shares[share]!
      pixels[y * width + x] = sum
    }
  }
  return { width, height, pixels }
}

/** What each pixel is made of: as many neighbours, `reach`, from the first on, and the share of each of them. */
interface Weights {
  readonly reach: number
  readonly first: Int32Array
  readonly shares: Float32Array
}

/** A triangle as wide as two pixels of the coarser side, over the pixels of the finer one. */
function weights(from: number, to: number): Weights {
  const scale = from / to
  const side = Math.max(scale, 1)
  const reach = Math.min(from, Math.floor(2 * side) + 1)
  const first = new Int32Array(to)
  const shares = new Float32Array(to * reach)
  for (let index = 0; index < to; index++) {
    const middle = (index + 0.5) * scale - 0.5
    const begin = Math.min(Math.max(0, Math.ceil(middle - side)), from - reach)
    const own = Array.from({ length: reach }, (_, at) => Math.max(0, 1 - Math.abs(begin + at - middle) / side))
    const sum = own.reduce((total, share) => total + share, 0)
    first[index] = begin
    shares.set(
      own.map((share) => share / sum),
      index * reach,
    )
  }
  return { reach, first, shares }
}
