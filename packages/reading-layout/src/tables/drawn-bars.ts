import type { Rectangle } from '../page-geometry.ts'

/** In points: sides that are as near are on one line. */
const near = 1
const thinnest = 3.5
const fewestBars = 3
const mostAreas = 400

/**
 * Whether the filled areas in a part of the page are the bars of a chart: they begin on one line and end at places of
 * their own. The backgrounds of cells begin and end where others do.
 */
export function hasBars(areas: readonly Rectangle[], { left, top, right, bottom }: Rectangle): boolean {
  const inside = areas.filter(
    (area) =>
      area.right - area.left > thinnest &&
      area.bottom - area.top > thinnest &&
      area.left > left - near &&
      area.right < right + near &&
      area.top > top - near &&
      area.bottom < bottom + near,
  )
  if (inside.length < fewestBars || inside.length > mostAreas) return false
  return (
    areBars(
      inside,
      (area) => area.left,
      (area) => area.right,
    ) ||
    areBars(
      inside,
      (area) => area.bottom,
      (area) => area.top,
    )
  )
}

function areBars(
  areas: readonly Rectangle[],
  start: (area: Rectangle) => number,
  end: (area: Rectangle) => number,
): boolean {
  const isShared = (area: Rectangle): boolean =>
    areas.some((other) => other !== area && Math.abs(end(other) - end(area)) < near)
  const own = areas.filter((area) => !isShared(area))
  return own.some((area) => own.filter((other) => Math.abs(start(other) - start(area)) < near).length >= fewestBars)
}
