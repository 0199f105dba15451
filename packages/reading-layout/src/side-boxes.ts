import { enclosing, type Rectangle } from './page-geometry.ts'
import { drawnGrids } from './tables/drawn-grids.ts'
import type { DrawnLines } from './tables/drawn-lines.ts'
import type { TextSegment } from './text-segments.ts'

/** A drawn box with text in it that other text runs beside. */
export interface SideBox extends Rectangle {
  readonly segments: readonly TextSegment[]
}

/** Of the text on the page: a box as wide is no side box, one with as much text is the page. */
const widest = 0.7
const mostText = 0.6
const mostBoxes = 50

/** Boxes that stand in the way of columns: call-outs, notes in the margin. The smallest that holds a text has it. */
export function sideBoxes(segments: readonly TextSegment[], lines: DrawnLines): SideBox[] {
  if (lines.vertical.length < 2 || lines.horizontal.length < 2 || segments.length < 4) return []
  const text = enclosing(segments)
  const frames = drawnGrids(lines)
    .grids.flatMap(({ xs, ys }): Rectangle[] => {
      const [left, right, top, bottom] = [xs[0]?.at, xs.at(-1)?.at, ys[0]?.at, ys.at(-1)?.at]
      if (xs.length > 2 || left === undefined || right === undefined || top === undefined || bottom === undefined)
        return []
      return right - left < widest * (text.right - text.left) ? [{ left, top, right, bottom }] : []
    })
    .sort((a, b) => areaOf(a) - areaOf(b))
  if (frames.length > mostBoxes) return []
  const taken = new Set<TextSegment>()
  return frames.flatMap((frame): SideBox[] => {
    const inside = segments.filter((segment) => !taken.has(segment) && isIn(segment, frame))
    const isBeside = segments.some(
      (segment) => !isIn(segment, frame) && segment.top < frame.bottom && segment.bottom > frame.top,
    )
    const [first, last] = [inside[0], inside.at(-1)]
    if (!isBeside || first === undefined || last === undefined || inside.length > mostText * segments.length) return []
    // One line is a label or a button.
    if (Math.abs(first.baseline - last.baseline) < first.size) return []
    if (isOfColumn(frame, segments)) return []
    for (const segment of inside) taken.add(segment)
    return [{ ...frame, segments: inside }]
  })
}

/** In letters: one line alone above or below that is shorter may be what another box holds, as in timetables. */
const longLine = 30

/** Whether the lines right above and right below, or the only one, are no wider than a box: it stands in their column. */
function isOfColumn(frame: Rectangle, segments: readonly TextSegment[]): boolean {
  let [above, below]: (TextSegment | undefined)[] = []
  for (const segment of segments) {
    if (segment.right < frame.left || segment.left > frame.right || isIn(segment, frame)) continue
    if (segment.bottom <= frame.top + segment.size) {
      if (above === undefined || segment.bottom > above.bottom) above = segment
    } else if (below === undefined || segment.top < below.top) below = segment
  }
  const lines = [above, below].filter((line) => line !== undefined)
  const [first, ...others] = lines
  return (
    first !== undefined &&
    (others.length > 0 || first.length >= longLine) &&
    lines.every((line) => line.left > frame.left - line.size && line.right < frame.right + line.size)
  )
}

const areaOf = ({ left, top, right, bottom }: Rectangle): number => (right - left) * (bottom - top)

function isIn({ left, top, right, bottom }: Rectangle, frame: Rectangle): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return x > frame.left && x < frame.right && y > frame.top && y < frame.bottom
}
