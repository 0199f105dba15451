import type { Box } from '@chancery/core'
import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'
import { contrasted } from './contrast.ts'
import { faintBoxes } from './drawn-boxes.ts'
import { evenlyLit } from './illumination.ts'
import { pageMarks, type PageMarks } from './page-marks.ts'
import { type Levelled, rotated } from '../image/picture-turns.ts'
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

export interface PreparedPage extends PageMarks {
  readonly resolution?: number
  readonly place: PagePlace
  /** Whether it shows a table with drawn lines. */
  readonly ruled: boolean
}

/** How a prepared page lies over the picture that came in. */
export interface PagePlace {
  /** Of the picture that came in, in pixels of the prepared page. */
  readonly width: number
  readonly height: number
  /** Where its corner was before it was turned, in pixels of the prepared page. */
  readonly left: number
  readonly top: number
  /** Radians by which it was turned counter-clockwise to level its lines. */
  readonly skew: number
}

/** A picture as Tesseract reads it best: evenly lit, of a good size, with level lines. */
export function preparedPage(given: GrayPicture, resolution: number | undefined): PreparedPage {
  const scale = scaleOf(given, resolution)
  const even = contrasted(evenlyLit(given))
  const sized = scaled(even, scale)
  // A pattern has edges of its own, which are not those of lines.
  const { picture, patterned, ...asItLies } = pageMarks(sized)
  const skew = asItLies.marks === 0 ? 0 : tolerated(skewOf(picture))
  const level = skew === 0 ? undefined : levelled(patterned ? picture : even, picture, scale, -skew)
  const { marks, pieces, sample, boxes } = level === undefined ? asItLies : pageMarks(level.picture)
  const ready = level?.picture ?? picture
  return {
    picture: ready,
    ruled: hasRuledTable(ready),
    marks,
    pieces,
    boxes: scale > 1 && boxes.length === 0 ? faintBoxes(ready) : boxes,
    patterned,
    ...(sample === undefined ? {} : { sample }),
    ...(resolution === undefined ? {} : { resolution: Math.round(resolution * scale) }),
    place: { width: sized.width, height: sized.height, left: level?.left ?? 0, top: level?.top ?? 0, skew },
  }
}

const tolerated = (skew: number): number => (Math.abs(skew) > tolerableSkew ? skew : 0)

const scaled = (picture: GrayPicture, scale: number): GrayPicture =>
  resized(picture, Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)))

/** Turned at the finer of both sizes: turning blurs by the size of a pixel. */
function levelled(even: GrayPicture, sized: GrayPicture, scale: number, angle: number): Levelled {
  if (even.width <= sized.width) return rotated(sized, angle)
  const { picture, left, top } = rotated(even, angle)
  return { picture: scaled(picture, scale), left: left * scale, top: top * scale }
}

/** The place of a rectangle of a prepared page, in pixels, as fractions of the picture that came in. */
export function placeOn(place: PagePlace, [left, top, width, height]: Rectangle): Box {
  const rectangle = [left - place.left, top - place.top, width, height] as const
  return fractions(place, place.skew === 0 ? rectangle : turnedBounds(place, place.skew, rectangle))
}

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
