import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'
import { resized } from './resized.ts'
import { otsu } from './threshold.ts'

const degree = Math.PI / 180
/** Radians. */
const widest = 10 * degree
const coarse = 0.5 * degree
const fine = 0.05 * degree
/** A line of text is still several pixels high at this width. */
const searchWidth = 900
const maxInk = 60_000
/** How much sharper the lines must stand at the found angle than at none. */
const clearlySharper = 1.04

/**
 * The angle by which the lines of text fall to the right, in radians, up to ±10°; 0 where no angle is clearly better.
 * Projection profile: at the right angle the rows that hold ink are told most sharply from those that do not.
 */
export function skewOf(picture: GrayPicture): number {
  const scale = Math.min(1, searchWidth / picture.width)
  const small = resized(
    picture,
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  )
  const ink = inkOf(small)
  if (ink.length < 200) return 0
  const sharpness = (angle: number): number => sharpnessAt(ink, small, angle)
  const straight = sharpness(0)
  const around = (middle: number, reach: number, step: number): readonly [angle: number, sharpness: number] => {
    let best: readonly [number, number] = [middle, sharpness(middle)]
    for (let angle = middle - reach; angle <= middle + reach + 1e-9; angle += step) {
      const found = sharpness(angle)
      if (found > best[1]) best = [angle, found]
    }
    return best
  }
  const [rough] = around(0, widest, coarse)
  const [nearer] = around(rough, coarse, coarse / 4)
  const [angle, found] = around(nearer, coarse / 4, fine)
  return found > straight * clearlySharper ? angle : 0
}

/** Places of dark pixels that are lit above: the upper edges of letters and lines. As x, y, x, y. */
function inkOf({ width, height, pixels }: GrayPicture): Float32Array {
  const { level: threshold } = otsu(pixels)
  const places: number[] = []
  for (let at = width; at < width * height; at++) {
    if (pixels[at]! <= threshold && pixels[at - width]! > threshold) places.push(at % width, Math.floor(at / width))
  }
  const every = Math.ceil(places.length / 2 / maxInk)
  if (every <= 1) return Float32Array.from(places)
  return Float32Array.from(places.filter((_, at) => (at >> 1) % every === 0))
}

function sharpnessAt(ink: Float32Array, { width, height }: GrayPicture, angle: number): number {
  const slope = Math.tan(angle)
  const margin = Math.ceil(width * Math.abs(slope)) + 2
  const rows = new Float64Array(height + 2 * margin)
  for (let at = 0; at < ink.length; at += 2) {
    const row = ink[at + 1]! - ink[at]! * slope + margin
    const floor = Math.floor(row)
    rows[floor]! += 1 - (row - floor)
    rows[floor + 1]! += row - floor
  }
  return rows.reduce((sum, count) => sum + count * count, 0)
}
