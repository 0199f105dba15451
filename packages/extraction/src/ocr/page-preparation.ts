import type { Box } from '@chancery/core'
import type { GrayPicture } from './gray-picture.ts'
import { contrasted } from './contrast.ts'
import { evenlyLit } from './illumination.ts'
import { rotated } from './picture-turns.ts'
import { resized } from './resized.ts'
import { hasRuledTable } from './ruled-table.ts'
import { skewOf } from './skew.ts'

/** Pixels to the inch at which Tesseract reads letters of 8 to 12 points well; more only costs time. */
const goodResolution = { least: 180, wanted: 200, most: 240 }
/** Pixels across of a page whose resolution is not known. */
const goodWidth = { least: 1000, wanted: 1600, most: 3600 }
const maxPixels = 25_000_000
/** Below this, Tesseract's own lines follow the slope; turning would only blur the letters. */
const tolerableSkew = 0.004

export interface PreparedPage {
  readonly picture: GrayPicture
  readonly resolution?: number
  /** Radians by which it was turned counter-clockwise to level its lines. */
  readonly skew: number
  /** Whether it shows a table with drawn lines. */
  readonly ruled: boolean
}

/** A picture as Tesseract reads it best: evenly lit, of a good size, with level lines. */
export function preparedPage(given: GrayPicture, resolution: number | undefined): PreparedPage {
  const scale = scaleOf(given, resolution)
  const sized = resized(
    contrasted(evenlyLit(given)),
    Math.max(1, Math.round(given.width * scale)),
    Math.max(1, Math.round(given.height * scale)),
  )
  const found = skewOf(sized)
  const skew = Math.abs(found) > tolerableSkew ? found : 0
  const picture = skew === 0 ? sized : rotated(sized, -skew)
  return {
    picture,
    ruled: hasRuledTable(picture),
    ...(resolution === undefined ? {} : { resolution: Math.round(resolution * scale) }),
    skew,
  }
}

/** The place of a rectangle of a prepared page, in pixels, as fractions of the picture that came in. */
export const placeOn = ({ size, skew }: { readonly size: Size; readonly skew: number }, rectangle: Rectangle): Box =>
  fractions(size, skew === 0 ? rectangle : turnedBounds(size, skew, rectangle))

interface Size {
  readonly width: number
  readonly height: number
}

function scaleOf({ width, height }: GrayPicture, resolution: number | undefined): number {
  const [size, good] = resolution === undefined ? [Math.min(width, height), goodWidth] : [resolution, goodResolution]
  const wanted = size < good.least ? Math.min(good.wanted / size, 4) : size > good.most ? good.most / size : 1
  return Math.min(wanted, Math.sqrt(maxPixels / (width * height)))
}

type Rectangle = readonly [left: number, top: number, width: number, height: number]

/** The rectangle around a rectangle that is turned clockwise about the middle of the picture. */
function turnedBounds(size: Size, angle: number, [left, top, width, height]: Rectangle): Rectangle {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const middle = [size.width / 2, size.height / 2] as const
  const x = middle[0] + (left + width / 2 - middle[0]) * cosine - (top + height / 2 - middle[1]) * sine
  const y = middle[1] + (left + width / 2 - middle[0]) * sine + (top + height / 2 - middle[1]) * cosine
  const across = width * cosine + height * Math.abs(sine)
  const down = height * cosine + width * Math.abs(sine)
  return [x - across / 2, y - down / 2, across, down]
}

function fractions({ width, height }: Size, [left, top, across, down]: Rectangle): Box {
  const within = (value: number): number => Math.round(Math.min(Math.max(value, 0), 1) * 1e5) / 1e5
  const [x, y] = [within(left / width), within(top / height)]
  return {
    x,
    y,
    width: within(Math.min(across / width, 1 - x)),
    height: within(Math.min(down / height, 1 - y)),
  }
}
