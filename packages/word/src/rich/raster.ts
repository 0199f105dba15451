import { RichFault } from './rich-fault.ts'

/** A closed outline: x and y by turns. */
export type Outline = readonly number[]

export interface Paint {
  readonly red: number
  readonly green: number
  readonly blue: number
  /** 0 to 1. */
  readonly opacity: number
}

/** Lines that each row of dots is measured at. */
const linesPerRow = 4
/** Crossings of edges with lines and dots painted, in one picture: a second's work at most. */
const maxWork = 25_000_000
/** A crossing costs as much as so many dots. */
const crossingWork = 40

/** Dots that outlines are painted on, smoothed at their edges. */
export class Raster {
  readonly width: number
  readonly height: number
  /** Red, green, blue and opacity of each dot. */
  readonly dots: Uint8Array
  private work = 0

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.dots = new Uint8Array(width * height * 4)
  }

  /** Paints what is inside the outlines, by the even-odd or the nonzero rule. @throws RichFault for too much of it */
  fill(outlines: readonly Outline[], paint: Paint, evenOdd: boolean): void {
    const lines = this.crossingsOf(outlines)
    const cover = new Float32Array(this.width + 1)
    for (let row = 0; row < this.height; row++) {
      let [from, until] = [this.width, 0]
      for (let line = row * linesPerRow; line < (row + 1) * linesPerRow; line++) {
        const found = lines.get(line)
        if (found === undefined) continue
        found.sort((a, b) => a.x - b.x)
        let winding = 0
        for (const [index, { x, turn }] of found.entries()) {
          winding += turn
          const next = found[index + 1]
          if (next === undefined || (evenOdd ? index % 2 === 1 : winding === 0)) continue
          const [start, end] = [Math.max(0, x), Math.min(this.width, next.x)]
          if (end <= start) continue
          span(cover, start, end)
          ;[from, until] = [Math.min(from, Math.floor(start)), Math.max(until, Math.ceil(end))]
        }
      }
      if (from < until) this.blend(row, from, until, cover, paint)
    }
  }

  private crossingsOf(outlines: readonly Outline[]): Map<number, { readonly x: number; readonly turn: number }[]> {
    const lines = new Map<number, { readonly x: number; readonly turn: number }[]>()
    for (const outline of outlines) {
      const count = outline.length / 2
      for (let index = 0; index < count; index++) {
        const to = (index + 1) % count
        const [x1, y1] = [outline[index * 2] ?? 0, (outline[index * 2 + 1] ?? 0) * linesPerRow]
        const [x2, y2] = [outline[to * 2] ?? 0, (outline[to * 2 + 1] ?? 0) * linesPerRow]
        if (!Number.isFinite(x1 + y1 + x2 + y2)) continue
        const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)]
        const first = Math.max(0, Math.ceil(top - 0.5))
        const last = Math.min(this.height * linesPerRow - 1, Math.ceil(bottom - 0.5) - 1)
        this.spend(crossingWork * Math.max(1, last - first + 1))
        for (let line = first; line <= last; line++) {
          const crossing = { x: x1 + ((line + 0.5 - y1) * (x2 - x1)) / (y2 - y1), turn: y2 > y1 ? 1 : -1 }
          const found = lines.get(line)
          if (found === undefined) lines.set(line, [crossing])
          else found.push(crossing)
        }
      }
    }
    return lines
  }

  /** @throws RichFault */
  private spend(work: number): void {
    this.work += work
    if (this.work > maxWork)
      throw new RichFault('The svg image is too complex.', 'Give it as png, or with fewer shapes.')
  }

  private blend(row: number, from: number, until: number, cover: Float32Array, paint: Paint): void {
    const { dots } = this
    const { red, green, blue, opacity } = paint
    this.spend(until - from)
    for (let column = from; column < until; column++) {
      const above = Math.min(1, cover[column] ?? 0) * opacity
      if (above === 0) continue
      const at = (row * this.width + column) * 4
      const below = ((dots[at + 3] ?? 0) / 255) * (1 - above)
      const whole = above + below
      dots[at] = Math.round((red * above + (dots[at] ?? 0) * below) / whole)
      dots[at + 1] = Math.round((green * above + (dots[at + 1] ?? 0) * below) / whole)
      dots[at + 2] = Math.round((blue * above + (dots[at + 2] ?? 0) * below) / whole)
      dots[at + 3] = Math.round(whole * 255)
    }
    cover.fill(0)
  }
}

/** Adds what a span covers of each dot in one line of its row. */
function span(cover: Float32Array, start: number, end: number): void {
  const [first, last] = [Math.floor(start), Math.floor(end)]
  const add = (dot: number, share: number): void => {
    cover[dot] = (cover[dot] ?? 0) + share / linesPerRow
  }
  if (first === last) {
    add(first, end - start)
    return
  }
  add(first, first + 1 - start)
  for (let dot = first + 1; dot < last; dot++) add(dot, 1)
  add(last, end - last)
}
