import { writePng } from '@chancery/formats/raster'

/** Dots on the longer side. */
const longest = 96
/** Red, green, blue and opacity. */
const [frame, inside]: readonly [readonly number[], readonly number[]] = [
  [160, 160, 160, 255],
  [238, 238, 238, 255],
]

/** What programs show that cannot show an SVG: an empty frame of its shape. */
export function placeholder({ width, height }: { readonly width: number; readonly height: number }): Uint8Array {
  const scale = longest / Math.max(width, height)
  const columns = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.round(height * scale))
  const dots = new Uint8Array(columns * rows * 4)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isEdge = row === 0 || column === 0 || row === rows - 1 || column === columns - 1
      dots.set(isEdge ? frame : inside, (row * columns + column) * 4)
    }
  }
  return writePng(columns, rows, dots)
}
