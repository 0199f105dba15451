import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'

/** To another size: the mean of the pixels that fall together where it shrinks, linear between them where it grows. */
export function resized(picture: GrayPicture, width: number, height: number): GrayPicture {
  if (width === picture.width && height === picture.height) return picture
  const columns = weights(picture.width, width)
  const rows = weights(picture.height, height)
  const middle = new Float32Array(width * picture.height)
  for (let y = 0; y < picture.height; y++) {
    const row = y * picture.width
    for (let x = 0; x < width; x++) {
      let sum = 0
      const { first, shares } = columns[x]!
      for (let at = 0; at < shares.length; at++) sum += picture.pixels[row + first + at]! * shares[at]!
      middle[y * width + x] = sum
    }
  }
  const pixels = new Uint8Array(width * height)
  const line = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    line.fill(0.5)
    const { first, shares } = rows[y]!
    for (let at = 0; at < shares.length; at++) {
      const share = shares[at]!
      const from = (first + at) * width
      for (let x = 0; x < width; x++) line[x]! += middle[from + x]! * share
    }
    pixels.set(line, y * width)
  }
  return { width, height, pixels }
}

interface Weights {
  readonly first: number
  readonly shares: Float32Array
}

/** A triangle as wide as two pixels of the coarser side, over the pixels of the finer one. */
function weights(from: number, to: number): Weights[] {
  const scale = from / to
  const reach = Math.max(scale, 1)
  return Array.from({ length: to }, (_, index) => {
    const middle = (index + 0.5) * scale - 0.5
    const first = Math.max(0, Math.ceil(middle - reach))
    const last = Math.min(from - 1, Math.floor(middle + reach))
    const shares = Float32Array.from({ length: last - first + 1 }, (_share, at) =>
      Math.max(1e-6, 1 - Math.abs(first + at - middle) / reach),
    )
    const sum = shares.reduce((total, share) => total + share, 0)
    return { first, shares: shares.map((share) => share / sum) }
  })
}
