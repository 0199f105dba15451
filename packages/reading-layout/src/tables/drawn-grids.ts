import type { Rectangle } from '../page-geometry.ts'
import type { DrawnLine, DrawnLines } from './drawn-lines.ts'

/**
 * Lines between rows and columns. A boundary may be drawn in full, in part (cells on both sides of a missing piece are
 * one), or not at all (found by the text).
 */
export interface Grid {
  /** Left to right, the outer two included. */
  readonly xs: readonly Boundary[]
  /** Top to bottom, the outer two included. */
  readonly ys: readonly Boundary[]
  /** Lines across the page that are drawn about here; some are of no boundary but under titles of the header. */
  readonly across?: readonly DrawnLine[]
  /** Backgrounds of some of the rows, top to bottom, where no lines are drawn between rows. */
  readonly shaded?: readonly Rectangle[]
}

export interface Boundary {
  readonly at: number
  /** Stretches that are drawn; none where only the text shows the boundary. */
  readonly drawn: readonly { readonly from: number; readonly to: number }[]
}

/** In points: a line that ends this near to another one touches it. */
const reach = 4
/** Pairs of lines that are compared on a page, and cells of a grid. */
const mostPairs = 4_000_000
const mostCells = 100_000

/** Lines that touch each other, as grids; and the horizontal ones that touch none. */
export function drawnGrids({ horizontal, vertical }: DrawnLines): { grids: Grid[]; loose: DrawnLine[] } {
  const lines = [...horizontal, ...vertical]
  const parent = lines.map((_, index) => index)
  const root = (index: number): number => {
    let at = index
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up
      at = up
    }
    return at
  }
  const byPlace = vertical
    .map((line, index) => ({ line, index: horizontal.length + index }))
    .sort((a, b) => a.line.at - b.line.at)
  let pairs = 0
  for (const [index, line] of horizontal.entries()) {
    for (let at = firstFrom(byPlace, line.from - reach); at < byPlace.length; at++) {
      const other = byPlace[at]
      if (other === undefined || other.line.at > line.to + reach || ++pairs > mostPairs) break
      if (other.line.from - reach <= line.at && line.at <= other.line.to + reach)
        parent[root(index)] = root(other.index)
    }
  }
  const parts = new Map<number, { across: DrawnLine[]; down: DrawnLine[] }>()
  for (const [index, line] of lines.entries()) {
    const key = root(index)
    const part = parts.get(key) ?? { across: [], down: [] }
    parts.set(key, part)
    if (index < horizontal.length) part.across.push(line)
    else part.down.push(line)
  }
  const grids: Grid[] = []
  const loose: DrawnLine[] = []
  for (const { across, down } of parts.values()) {
    if (down.length === 0) for (const item of across) loose.push(item)
    else if (across.length > 0) {
      const grid = { xs: boundaries(down, across), ys: boundaries(across, down) }
      if (grid.xs.length * grid.ys.length <= mostCells) grids.push(grid)
    }
  }
  return { grids, loose }
}

function firstFrom(sorted: readonly { readonly line: DrawnLine }[], place: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.line.at ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}

/** Places of the lines; and an outer one, not drawn, where the crossing lines go beyond the last: open sides. */
function boundaries(lines: readonly DrawnLine[], crossing: readonly DrawnLine[]): Boundary[] {
  const byPlace = new Map<number, { from: number; to: number }[]>()
  for (const { at, from, to } of lines) {
    const drawn = byPlace.get(at)
    if (drawn === undefined) byPlace.set(at, [{ from, to }])
    else drawn.push({ from, to })
  }
  const found: Boundary[] = [...byPlace].map(([at, drawn]) => ({ at, drawn })).sort((a, b) => a.at - b.at)
  const first = crossing.reduce((least, line) => Math.min(least, line.from), Infinity)
  const last = crossing.reduce((most, line) => Math.max(most, line.to), -Infinity)
  if (first < (found[0]?.at ?? 0) - 2 * reach) found.unshift({ at: first, drawn: [] })
  if (last > (found.at(-1)?.at ?? 0) + 2 * reach) found.push({ at: last, drawn: [] })
  return found
}

/** For each step between neighbouring `marks`, whether the boundary is drawn over most of it. */
export function drawnSteps({ drawn }: Boundary, marks: readonly Boundary[]): boolean[] {
  const steps: boolean[] = []
  for (let step = 0; step + 1 < marks.length; step++) steps.push(false)
  for (const { from, to } of drawn) {
    for (let step = indexIn(marks, from); step < steps.length; step++) {
      const [start, end] = [marks[step]?.at ?? 0, marks[step + 1]?.at ?? 0]
      if (start > to) break
      if (Math.min(end, to) - Math.max(start, from) > 0.5 * (end - start)) steps[step] = true
    }
  }
  return steps
}

/** Index of the step between boundaries that a place is in; the outer ones also take what is beyond. */
export function indexIn(marks: readonly Boundary[], place: number): number {
  let [low, high] = [0, Math.max(marks.length - 2, 0)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((marks[middle]?.at ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}
