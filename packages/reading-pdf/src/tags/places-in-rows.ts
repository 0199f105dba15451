import type { Rectangle } from '@chancery/reading-layout/page-geometry'

/** Where a text stands, and the size of its type. */
interface Place extends Rectangle {
  readonly size: number
}

/** Share of the cells of a table, at the least, that hold a line or two: what is longer is prose, which is read as it is. */
const leastShort = 0.8

/** Whether there are rows of short texts beside each other, as in the cells of a table. */
export function standInRows(places: readonly Place[]): boolean {
  const short = places.filter(({ top, bottom, size }) => bottom - top < 3.2 * size).length
  if (short < leastShort * places.length) return false
  const sorted = [...places].sort((one, other) => one.top - other.top)
  const isBesideNext = sorted.map((place, at) => {
    const next = sorted[at + 1]
    return next !== undefined && areBeside(place, next)
  })
  const rows = isBesideNext.filter((isBeside, at) => isBeside && isBesideNext[at - 1] !== true).length
  return rows > 1
}

function areBeside(one: Rectangle, other: Rectangle): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const height = Math.min(one.bottom - one.top, other.bottom - other.top)
  return shared > 0.5 * height && (one.right < other.left || other.right < one.left)
}
