import { pictureKind } from '@chancery/formats/raster'
import type { InsertPlace } from '../runs/inserts.ts'
import { scanXml } from '../xml/scan-xml.ts'
import { drawingXml } from './drawing.ts'
import { type PictureHeader, readPictureHeader } from './picture-header.ts'
import { drawnSize, type WantedSize } from './picture-size.ts'
import type { RichContext } from './rich-context.ts'
import { RichFault } from './rich-fault.ts'
import { withoutOutside } from './safe-svg.ts'
import { placeholder } from './placeholder.ts'

/** A picture whose bytes were looked at. */
export interface ReadPicture {
  readonly bytes: Uint8Array
  readonly header: PictureHeader
  /** What programs that cannot show an SVG show. */
  readonly raster?: Uint8Array
}

/** A picture as it is to be drawn. */
export interface Picture extends ReadPicture, WantedSize {
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

/** Looks at the bytes of a picture, and makes others of those that Word cannot show. @throws RichFault */
export async function readPicture(bytes: Uint8Array): Promise<ReadPicture> {
  if (pictureKind(bytes) === 'webp') {
    const { pngOfWebp } = await import('./webp-picture.ts')
    const { png, turn } = await pngOfWebp(bytes)
    const header = readPictureHeader(png)
    return { bytes: png, header: turn === undefined ? header : { ...header, turn } }
  }
  const header = readPictureHeader(bytes)
  if (header.kind !== 'svg') return { bytes, header }
  const safe = withoutOutside(bytes)
  if (scanXml(new TextDecoder().decode(safe), { open() {}, close() {} }) !== undefined)
    throw new RichFault('The svg image is not well-formed.')
  return { bytes: safe, header, raster: placeholder(header) }
}

/** The `w:drawing` of a picture at a place; its bytes become a part, once. */
export function writePicture(picture: Picture, place: InsertPlace, context: RichContext): string {
  const { bytes, header, raster, alt } = picture
  const { additions } = context
  const { turn } = header
  const room = context.roomAt(place)
  const seen = turn !== undefined && turn.quarters % 2 === 1 ? { width: header.height, height: header.width } : header
  const size = drawnSize(seen, picture, { width: room.width * emuPerTwip, height: room.height * emuPerTwip })
  const relate = (content: Uint8Array, [ending, type]: readonly [string, string]): string =>
    additions.relate(place.part, 'image', additions.picture(content, ending, type))
  const own = relate(raster ?? bytes, raster === undefined ? types[header.kind] : types.png)
  const svg = raster === undefined ? {} : { svgRelation: relate(bytes, types.svg) }
  return drawingXml({ id: context.nextId(), size, turn, relation: own, alt, ...svg })
}
