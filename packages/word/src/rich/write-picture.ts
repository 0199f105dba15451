import type { InsertPlace } from '../fill/inserts.ts'
import { drawingXml } from './drawing.ts'
import { type PictureHeader, readPictureHeader } from './picture-header.ts'
import { drawnSize, type WantedSize } from './picture-size.ts'
import type { RichContext } from './rich-context.ts'
import { svgFallback } from './svg-fallback.ts'

/** A picture whose bytes were looked at. */
export interface Picture extends WantedSize {
  readonly bytes: Uint8Array
  readonly header: PictureHeader
  /** What programs that cannot show an SVG show. */
  readonly raster?: Uint8Array
  readonly alt: string
}

const types = {
  png: ['png', 'image/png'],
  jpeg: ['jpeg', 'image/jpeg'],
  gif: ['gif', 'image/gif'],
  bmp: ['bmp', 'image/bmp'],
  tiff: ['tiff', 'image/tiff'],
  svg: ['svg', 'image/svg+xml'],
} as const

const emuPerTwip = 635

/** Looks at the bytes of a picture. @throws RichFault */
export function pictureOf(bytes: Uint8Array, alt: string, wanted: WantedSize): Picture {
  const header = readPictureHeader(bytes)
  if (header.kind !== 'svg') return { bytes, header, alt, ...wanted }
  return { bytes, header, alt, ...wanted, raster: svgFallback(bytes, header) }
}

/** The `w:drawing` of a picture at a place; its bytes become a part, once. */
export function writePicture(picture: Picture, place: InsertPlace, context: RichContext): string {
  const { bytes, header, raster, alt } = picture
  const { additions } = context
  const room = context.roomAt(place)
  const size = drawnSize(header, picture, { width: room.width * emuPerTwip, height: room.height * emuPerTwip })
  const relate = (content: Uint8Array, [ending, type]: readonly [string, string]): string =>
    additions.relate(place.part, 'image', additions.picture(content, ending, type))
  const own = relate(raster ?? bytes, raster === undefined ? types[header.kind] : types.png)
  const svg = raster === undefined ? {} : { svgRelation: relate(bytes, types.svg) }
  return drawingXml({ id: context.nextId(), size, relation: own, alt, ...svg })
}
