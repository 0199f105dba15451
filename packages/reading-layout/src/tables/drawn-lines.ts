import type { Rectangle } from '../page-geometry.ts'

/** A straight line along one axis: where it stands on the other one, and from where to where it goes. */
export interface DrawnLine {
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface DrawnLines {
  readonly horizontal: readonly DrawnLine[]
  readonly vertical: readonly DrawnLine[]
}

/** In points. Lines nearer than this are drawn double; what is thinner than this is a line, not an area. */
const thickness = 3.5
/** Dashes, dots and the lines of neighbouring cells go on over gaps up to this. */
const gap = 4.5
const shortest = 6
/** More than this is a drawing; no table has as many lines once the pieces of a line are joined. */
const most = 4000

/** Joins pieces to lines: dashes and cell borders on one height, both lines of a double one, the edges of areas. */
export function drawnLines(rules: readonly Rectangle[]): DrawnLines {
  const across: DrawnLine[] = []
  const down: DrawnLine[] = []
  const [tops, bottoms, lefts, rights] = [[], [], [], []] as [DrawnLine[], DrawnLine[], DrawnLine[], DrawnLine[]]
  for (const { left, top, right, bottom } of rules) {
    const [width, height] = [right - left, bottom - top]
    if (!Number.isFinite(width) || !Number.isFinite(height)) continue
    if (height <= thickness) across.push({ at: (top + bottom) / 2, from: left, to: right })
    if (width <= thickness) down.push({ at: (left + right) / 2, from: top, to: bottom })
    if (height > thickness && width > thickness && Math.min(width, height) >= shortest) {
      tops.push({ at: top, from: left, to: right })
      bottoms.push({ at: bottom, from: left, to: right })
      lefts.push({ at: left, from: top, to: bottom })
      rights.push({ at: right, from: top, to: bottom })
    }
  }
  const horizontal = joined([...across, ...edgesSeen(tops, bottoms)])
  const vertical = joined([...down, ...edgesSeen(lefts, rights)])
  return horizontal.length > most || vertical.length > most
    ? { horizontal: [], vertical: [] }
    : { horizontal, vertical }
}

/** In points: areas this near to each other abut, and their common edge is not seen. */
const abutting = 0.7
const mostStretches = 500

/** Edges of one side without the stretches along which an area on the other side goes on. */
function edgesSeen(starts: readonly DrawnLine[], ends: readonly DrawnLine[]): DrawnLine[] {
  const all = [
    ...starts.map((edge) => ({ ...edge, isStart: true })),
    ...ends.map((edge) => ({ ...edge, isStart: false })),
  ]
  return grouped(all, (edge, first, last) => edge.at - last <= abutting && edge.at - first <= thickness).flatMap(
    (group) => {
      const [own, other] = [group.filter((edge) => edge.isStart), group.filter((edge) => !edge.isStart)]
      return [...without(own, other), ...without(other, own)]
    },
  )
}

function without(edges: readonly DrawnLine[], covers: readonly DrawnLine[]): DrawnLine[] {
  const stretches = merged(covers, abutting)
  // So many beside each other are a drawing.
  if (stretches.length > mostStretches) return [...edges]
  const rest: DrawnLine[] = []
  let first = 0
  for (const edge of [...edges].sort((a, b) => a.from - b.from)) {
    while ((stretches[first]?.to ?? Infinity) < edge.from) first++
    let { from } = edge
    for (let at = first; at < stretches.length; at++) {
      const stretch = stretches[at]
      if (stretch === undefined || stretch.from > edge.to) break
      if (stretch.from - from > abutting) rest.push({ at: edge.at, from, to: stretch.from })
      from = Math.max(from, stretch.to)
    }
    if (edge.to - from > abutting) rest.push({ at: edge.at, from, to: edge.to })
  }
  return rest
}

function merged(pieces: readonly DrawnLine[], over: number): { from: number; to: number }[] {
  const stretches: { from: number; to: number }[] = []
  for (const { from, to } of [...pieces].sort((a, b) => a.from - b.from || a.to - b.to)) {
    const last = stretches.at(-1)
    if (last !== undefined && from <= last.to + over) last.to = Math.max(last.to, to)
    else stretches.push({ from, to })
  }
  return stretches
}

function joined(pieces: readonly DrawnLine[]): DrawnLine[] {
  const isNear = (piece: DrawnLine, first: number, last: number): boolean =>
    piece.at - first <= thickness || (piece.at - last <= thickness / 2 && piece.at - first <= 2 * thickness)
  return grouped(pieces, isNear).flatMap((group) => {
    const at = group.reduce((sum, piece) => sum + piece.at, 0) / group.length
    return merged(group, gap).flatMap(({ from, to }) => (to - from >= shortest ? [{ at, from, to }] : []))
  })
}

/** Pieces at about the same place, by place. */
function grouped<L extends DrawnLine>(
  pieces: readonly L[],
  isNear: (piece: L, first: number, last: number) => boolean,
): L[][] {
  const groups: L[][] = []
  let [first, last] = [-Infinity, -Infinity]
  for (const piece of [...pieces].sort((a, b) => a.at - b.at || a.from - b.from || a.to - b.to)) {
    if (!isNear(piece, first, last)) {
      groups.push([])
      first = piece.at
    }
    last = piece.at
    groups.at(-1)?.push(piece)
  }
  return groups
}
