import type { Components } from './connected-components.ts'
import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'

/** Pixels of a cell; the sample is two by two cells, some lines of some words. */
const cell = { width: 200, height: 102 }
const margin = 40
/** Pixels by which letters of one line may stand apart in height. */
const sameLine = 3
/** Marks of a sample that are worth reading. */
const fewest = 20
/** Small print has fewer in a sample: where there are as many, others are better. */
const tooMany = 350

/**
 * The place of a page that looks the most like lines of text: where the most letters stand on common lines. `undefined`
 * where there is no such place.
 */
export function textSample(
  picture: GrayPicture,
  found: Components,
  isMark: (component: number) => boolean,
  inverted: boolean,
): GrayPicture | undefined {
  const columns = Math.ceil(picture.width / cell.width)
  const rows = Math.ceil(picture.height / cell.height)
  const alignment = alignmentOf(found, isMark, columns, rows)
  const windows: { readonly column: number; readonly row: number; readonly worth: number }[] = []
  for (let row = 0; row < Math.max(1, rows - 1); row++) {
    for (let column = 0; column < Math.max(1, columns - 1); column++) {
      let [worth, marks] = [0, 0]
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        if (column + x >= columns || row + y >= rows) continue
        const at = (row + y) * columns + column + x
        worth += alignment.worth[at]!
        marks += alignment.marks[at]!
      }
      if (marks >= fewest) windows.push({ column, row, worth: marks > tooMany ? worth / 1000 : worth })
    }
  }
  const [best] = windows.sort((one, other) => other.worth - one.worth)
  return best && cutOut(picture, best.column * cell.width, best.row * cell.height, inverted)
}

/** Of each cell: its marks, and how many others stand on the line of each of them, beyond what chance would have. */
function alignmentOf(found: Components, isMark: (component: number) => boolean, columns: number, rows: number) {
  const lines = cell.height / sameLine
  const bottoms = new Uint16Array(columns * rows * lines)
  for (let at = 0; at < found.count; at++) {
    if (!isMark(at)) continue
    const [x, y] = [(found.left[at]! + found.right[at]!) >> 1, found.bottom[at]! - 1]
    const [column, row] = [Math.floor(x / cell.width), Math.floor(y / cell.height)]
    bottoms[(row * columns + column) * lines + Math.floor((y % cell.height) / sameLine)]!++
  }
  const [worth, marks] = [new Float64Array(columns * rows), new Float64Array(columns * rows)]
  for (let at = 0; at < columns * rows; at++) {
    let squares = 0
    for (const count of bottoms.subarray(at * lines, (at + 1) * lines)) {
      marks[at]! += count
      squares += count * count
    }
    if (marks[at]! > 0) worth[at] = squares / marks[at]! - marks[at]! / lines
  }
  return { worth, marks }
}

/** With a margin, dark on light. */
function cutOut(picture: GrayPicture, left: number, top: number, inverted: boolean): GrayPicture {
  const width = Math.min(2 * cell.width, picture.width - left)
  const height = Math.min(2 * cell.height, picture.height - top)
  const across = width + 2 * margin
  const pixels = new Uint8Array(across * (height + 2 * margin)).fill(255)
  for (let y = 0; y < height; y++) {
    const from = (top + y) * picture.width + left
    const line = picture.pixels.subarray(from, from + width)
    pixels.set(inverted ? line.map((level) => 255 - level) : line, (margin + y) * across + margin)
  }
  return { width: across, height: height + 2 * margin, pixels }
}
