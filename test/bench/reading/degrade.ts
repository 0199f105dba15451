import { type GrayPicture } from '../../../packages/reading/src/ocr/gray-picture.ts'
import { rotated } from '../../../packages/reading-pictures/src/image/picture-turns.ts'
import { drawn } from './ocr-pages.ts'

/** A mean over three by three pixels. */
export function blurred({ width, height, pixels }: GrayPicture): GrayPicture {
  const out = pixels.slice()
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let sum = 0
      for (let dy = -width; dy <= width; dy += width)
        for (let dx = -1; dx <= 1; dx++) sum += pixels[y * width + x + dy + dx]!
      out[y * width + x] = sum / 9
    }
  }
  return { width, height, pixels: out }
}

/** Gray values that are off by up to `most` each way. */
export function noisy({ width, height, pixels }: GrayPicture, most: number): GrayPicture {
  const random = drawn(3)
  const out = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at++) {
    out[at] = Math.min(255, Math.max(0, pixels[at]! + (random() + random() - 1) * most))
  }
  return { width, height, pixels: out }
}

/** Light that falls off to one corner, and grayish paper, as photographs have it. */
export function shaded({ width, height, pixels }: GrayPicture): GrayPicture {
  const out = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = 0.92 - 0.62 * Math.min(1, Math.hypot(x / width, y / height) / 1.3) ** 1.5
      out[y * width + x] = (40 + pixels[y * width + x]! * 0.84) * light
    }
  }
  return { width, height, pixels: out }
}

/** Turned clockwise by degrees, as on a scanner's glass. */
export const skewed = (picture: GrayPicture, degrees: number): GrayPicture =>
  rotated(picture, (degrees * Math.PI) / 180).picture

/** Luminance quantization of JPEG (ITU T.81 annex K), by rows. */
const quantization = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
]

const cosines = Float64Array.from(
  { length: 64 },
  (_, at) => Math.cos((((at & 7) * 2 + 1) * (at >> 3) * Math.PI) / 16) * (at >> 3 === 0 ? Math.SQRT1_2 : 1) * 0.5,
)

/** What a JPEG of a quality (1 to 100) leaves of a picture. */
export function asJpeg({ width, height, pixels }: GrayPicture, quality: number): GrayPicture {
  const scale = quality < 50 ? 50 / quality : 2 - quality / 50
  const steps = quantization.map((each) => Math.max(1, Math.round(each * scale)))
  const out = pixels.slice()
  const [block, half] = [new Float64Array(64), new Float64Array(64)]
  const transform = (at: (u: number, x: number) => number): void => {
    for (const [from, to] of [
      [block, half],
      [half, block],
    ] as const) {
      for (let row = 0; row < 8; row++) {
        for (let u = 0; u < 8; u++) {
          let sum = 0
          for (let x = 0; x < 8; x++) sum += from[row * 8 + x]! * cosines[at(u, x)]!
          // Transposed, so that the second pass goes over the columns.
          to[u * 8 + row] = sum
        }
      }
    }
  }
  for (let top = 0; top + 8 <= height; top += 8) {
    for (let left = 0; left + 8 <= width; left += 8) {
      for (let at = 0; at < 64; at++) block[at] = pixels[(top + (at >> 3)) * width + left + (at & 7)]! - 128
      transform((u, x) => u * 8 + x)
      for (let at = 0; at < 64; at++) block[at] = Math.round(block[at]! / steps[at]!) * steps[at]!
      transform((x, u) => u * 8 + x)
      for (let at = 0; at < 64; at++) {
        out[(top + (at >> 3)) * width + left + (at & 7)] = Math.min(255, Math.max(0, block[at]! + 128))
      }
    }
  }
  return { width, height, pixels: out }
}
