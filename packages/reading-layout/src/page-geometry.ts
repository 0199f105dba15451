import type { Box } from '@chancery/core'

/** Points (1/72 inch) on the page as it is shown: origin top left, y downwards. */
export interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface PageGeometry {
  readonly width: number
  readonly height: number
  /** From PDF user space (origin bottom left, before rotation) to the page as it is shown. */
  place(left: number, bottom: number, right: number, top: number): Rectangle
  /** The same of one point. */
  point(x: number, y: number): readonly [x: number, y: number]
  readonly quarterTurns: number
}

/** @param bounds the page's crop box in user space. @param quarterTurns clockwise, as `/Rotate` over 90 */
export function pageGeometry(
  bounds: { readonly left: number; readonly bottom: number; readonly right: number; readonly top: number },
  quarterTurns: number,
): PageGeometry {
  const across = bounds.right - bounds.left
  const down = bounds.top - bounds.bottom
  const turned = quarterTurns % 2 === 1
  const turn = (x: number, y: number): readonly [number, number] => {
    if (quarterTurns === 1) return [down - y, x]
    if (quarterTurns === 2) return [across - x, down - y]
    return quarterTurns === 3 ? [y, across - x] : [x, y]
  }
  return {
    width: turned ? down : across,
    height: turned ? across : down,
    quarterTurns,
    point: (x, y) => turn(x - bounds.left, bounds.top - y),
    place(left, bottom, right, top) {
      const [x0, y0] = turn(left - bounds.left, bounds.top - top)
      const [x1, y1] = turn(right - bounds.left, bounds.top - bottom)
      return { left: Math.min(x0, x1), top: Math.min(y0, y1), right: Math.max(x0, x1), bottom: Math.max(y0, y1) }
    },
  }
}

/** As fractions of the page, cut at its edges. */
export function boxOf(place: Rectangle, { width, height }: Pick<PageGeometry, 'width' | 'height'>): Box {
  const x = fraction(place.left / width)
  const y = fraction(place.top / height)
  return {
    x,
    y,
    width: fraction(Math.min(place.right / width, 1) - x),
    height: fraction(Math.min(place.bottom / height, 1) - y),
  }
}

const fraction = (value: number): number => {
  const rounded = Math.round(value * 1e5) / 1e5
  return rounded > 0 ? Math.min(rounded, 1) : 0
}

export function enclosing(places: readonly Rectangle[]): Rectangle {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const each of places) {
    if (each.left < left) left = each.left
    if (each.top < top) top = each.top
    if (each.right > right) right = each.right
    if (each.bottom > bottom) bottom = each.bottom
  }
  return { left, top, right, bottom }
}
