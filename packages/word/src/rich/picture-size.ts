import type { ImageFit, Length } from '@chancery/tags'

/** English metric units, in which drawings are measured: a point has 12,700, a pixel (1/96 inch) 9,525. */
const emu = { mm: 36_000, px: 9525 } as const
/** Of a drawing; ST_PositiveCoordinate of Word: 22 inches is the largest page. */
const maxEmu = 22 * 914_400

/** Width and height in English metric units, and the share (0 to 1) that is cut off at each of two opposite edges. */
export interface DrawnSize {
  readonly width: number
  readonly height: number
  readonly cutSides: number
  readonly cutEnds: number
}

export interface WantedSize {
  readonly width?: Length | undefined
  readonly height?: Length | undefined
  readonly maxWidth?: Length | undefined
  readonly maxHeight?: Length | undefined
  readonly fit?: ImageFit
}

interface Sides {
  readonly width: number
  readonly height: number
}

const lengthIn = ({ amount, unit }: Length, whole: number): number =>
  unit === '%' ? (amount / 100) * whole : amount * emu[unit]

const within = (value: number): number => Math.min(Math.max(Math.round(value), 1), maxEmu)

/**
 * How large a picture is drawn: as asked (one side alone keeps the shape, both follow `fit`), else in its own size, never
 * wider than the line; and never larger than its bounds.
 * @param own its own size @param line width and height of the room that there is, all in English metric units
 */
export function drawnSize(own: Sides, wanted: WantedSize, line: Sides): DrawnSize {
  const size = wantedSize(own, wanted, line)
  const { maxWidth, maxHeight } = wanted
  const scale = Math.min(
    1,
    maxWidth === undefined ? 1 : lengthIn(maxWidth, line.width) / size.width,
    maxHeight === undefined ? 1 : lengthIn(maxHeight, line.height) / size.height,
  )
  return scale === 1 ? size : { ...size, width: within(size.width * scale), height: within(size.height * scale) }
}

function wantedSize(own: Sides, { width, height, fit = 'contain' }: WantedSize, line: Sides): DrawnSize {
  const shape = own.width / own.height
  const whole = (w: number, h: number): DrawnSize => ({
    width: within(w),
    height: within(h),
    cutSides: 0,
    cutEnds: 0,
  })
  const w = width === undefined ? undefined : lengthIn(width, line.width)
  const h = height === undefined ? undefined : lengthIn(height, line.height)
  if (w === undefined && h === undefined) {
    const scale = Math.min(1, line.width / own.width, line.height / own.height)
    return whole(own.width * scale, own.height * scale)
  }
  if (h === undefined) return whole(w ?? 1, (w ?? 1) / shape)
  if (w === undefined) return whole(h * shape, h)
  if (fit === 'fill') return whole(w, h)
  if (fit === 'contain') {
    const scale = Math.min(w / own.width, h / own.height)
    return whole(own.width * scale, own.height * scale)
  }
  const scale = Math.max(w / own.width, h / own.height)
  return {
    ...whole(w, h),
    cutSides: Math.max(0, (1 - w / (own.width * scale)) / 2),
    cutEnds: Math.max(0, (1 - h / (own.height * scale)) / 2),
  }
}
