import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'

/** Darker is drawn, once paper is white: borders are often gray, and a pixel wide. */
const ink = 240
/** Pixels by which a line may be broken. */
const gap = 2
/** So many lines each way make a table. */
const enough = 3

/**
 * Whether lines are drawn both ways, as around the cells of a table. Tesseract's analysis takes the columns of such a
 * table for columns of the page, and passes over those with single figures.
 */
export function hasRuledTable({ width, height, pixels }: GrayPicture): boolean {
  const side = Math.min(width, height)
  // Longer than letters are high, and than words are underlined.
  const rows = linesWithRun(pixels, { lines: height, length: width, step: 1, across: width }, side / 12)
  if (rows < enough) return false
  return linesWithRun(pixels, { lines: width, length: height, step: width, across: 1 }, side / 33) >= enough
}

/** Pixels along a line are `step` apart, lines `across`. */
interface Direction {
  readonly lines: number
  readonly length: number
  readonly step: number
  readonly across: number
}

/** How many lines have a dark run of that length; neighbours are one thick line. */
function linesWithRun(pixels: Uint8Array, { lines, length, step, across }: Direction, shortest: number): number {
  let [count, before] = [0, -9]
  for (let line = 0; line < lines; line++) {
    let [start, last] = [-1, -9]
    for (let at = 0, place = line * across; at < length; at++, place += step) {
      if (pixels[place]! >= ink) continue
      if (at - last > gap + 1) start = at
      last = at
      if (last - start < shortest) continue
      if (line - before > 4) count++
      before = line
      break
    }
  }
  return count
}
