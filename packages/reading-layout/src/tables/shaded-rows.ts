import type { Rectangle } from '../page-geometry.ts'

/** In points: what is thinner is a line. */
const thickness = 3.5
/** In points: edges as near stand at one place. */
const near = 1.5
/** A row is wider than it is high, by so many times. */
const leastWidth = 2
/** Of the width of the text in a table: its rows are not shaded much beyond. */
const mostBeyond = 2

/** Where backgrounds of rows are drawn; those of cells beside each other are one. */
export class ShadedRows {
  /** By their tops. */
  private readonly bands: readonly Rectangle[]

  constructor(areas: readonly Rectangle[]) {
    const bands: Rectangle[] = []
    const isRow = ({ left, top, right, bottom }: Rectangle): boolean => right - left > leastWidth * (bottom - top)
    const cells = areas.filter(({ left, top, right, bottom }) => bottom - top > thickness && right - left > thickness)
    const line = (at: number): number => Math.round(at / near)
    cells.sort((a, b) => line(a.top) - line(b.top) || line(a.bottom) - line(b.bottom) || a.left - b.left)
    let last: Rectangle | undefined
    for (const cell of cells) {
      const isBeside =
        last !== undefined &&
        line(last.top) === line(cell.top) &&
        line(last.bottom) === line(cell.bottom) &&
        cell.left - last.right < near
      if (isBeside && last !== undefined) last = { ...last, right: Math.max(last.right, cell.right) }
      else {
        if (last !== undefined) bands.push(last)
        last = cell
      }
    }
    if (last !== undefined) bands.push(last)
    this.bands = bands.filter(isRow).sort((a, b) => a.top - b.top)
  }

  /** Those behind some of the rows of a table, as wide as it is. */
  within({ left, top, right, bottom }: Rectangle): readonly Rectangle[] {
    const height = bottom - top
    let [low, high] = [0, this.bands.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.bands[middle]?.top ?? 0) < top - height) low = middle + 1
      else high = middle
    }
    const found: Rectangle[] = []
    for (let at = low; at < this.bands.length; at++) {
      const band = this.bands[at]
      if (band === undefined || band.top > bottom) break
      const isWide = band.left < left + near && band.right > right - near
      const isOwn = band.right - band.left < mostBeyond * (right - left)
      const isBehindAll = band.top < top && band.bottom > bottom
      if (isWide && isOwn && band.bottom > top && !isBehindAll) found.push(band)
    }
    return found
  }
}
