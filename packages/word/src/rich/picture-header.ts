import {
  inchesOf,
  pictureHeader,
  type PictureHeader as RasterHeader,
  pictureKind,
  shownPicture,
  type Turn,
} from '@chancery/formats/raster'
import { scanXml } from '../xml/scan-xml.ts'
import { RichFault } from './rich-fault.ts'

/**
 * What a picture says of itself: its kind, its size in English metric units by its pixels and their density, and the turn
 * that its camera noted, which the size is without.
 */
export interface PictureHeader {
  readonly kind: 'png' | 'jpeg' | 'gif' | 'bmp' | 'tiff' | 'svg'
  readonly width: number
  readonly height: number
  readonly turn?: Turn
}

const emuPerInch = 914_400

/** Reads no more than the header: what is in the picture is for whoever shows it. @throws RichFault */
export function readPictureHeader(bytes: Uint8Array): PictureHeader {
  const { kind, header } = headerOf(bytes)
  if (header === undefined || header.isCutOff === true || !(header.width > 0 && header.height > 0))
    throw new RichFault(`The ${kind} image is broken or cut off.`, 'Save it anew in an image program.')
  const { width, height, turn } = header
  if (width > shownPicture.side || height > shownPicture.side || width * height > shownPicture.pixels) {
    throw new RichFault(
      'The image has too many pixels.',
      `At most ${shownPicture.side} on a side, and ${shownPicture.pixels / 1_000_000} million in all.`,
    )
  }
  const inches = inchesOf(header)
  return {
    kind,
    width: inches.width * emuPerInch,
    height: inches.height * emuPerInch,
    ...(turn === undefined ? {} : { turn }),
  }
}

function headerOf(bytes: Uint8Array): {
  readonly kind: PictureHeader['kind']
  readonly header: RasterHeader | undefined
} {
  const kind = pictureKind(bytes)
  if (kind !== undefined && kind !== 'webp') return { kind, header: pictureHeader(bytes, kind) }
  if (kind === undefined && /<svg[\s>]/i.test(new TextDecoder().decode(bytes.subarray(0, 4096))))
    return { kind: 'svg', header: isWholeSvg(bytes) ? svgSize(bytes) : undefined }
  throw new RichFault(
    'The value is no image that Word can show.',
    'Give a png, jpeg, gif, bmp, tiff, webp or svg image.',
  )
}

const svgUnits: Readonly<Record<string, number>> = { px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }

/** Every element is closed: of half a picture programs show nothing. */
const isWholeSvg = (bytes: Uint8Array): boolean => {
  const fault = scanXml(new TextDecoder().decode(bytes), { open: () => undefined, close: () => undefined })
  // Behind the declaration of a document type nothing is read.
  return fault === undefined || fault.reason === 'doctype'
}

/** SVG 2, 8.2: width and height, or those of the view box. */
function svgSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const tag = /<svg\b[^>]{0,8000}>/i.exec(new TextDecoder().decode(bytes.subarray(0, 16_384)))?.[0] ?? ''
  const length = (name: string): number | undefined => {
    const [, digits, unit = 'px'] =
      new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]{1,12})\\s*([a-z]*)`, 'i').exec(tag) ?? []
    const factor = svgUnits[unit === '' ? 'px' : unit.toLowerCase()]
    return digits === undefined || factor === undefined ? undefined : Number(digits) * factor
  }
  const [, , boxWidth, boxHeight] =
    /\sviewBox\s*=\s*["']\s*([^"']{1,200})/i
      .exec(tag)?.[1]
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? []
  const [width, height] = [length('width'), length('height')]
  if (width !== undefined && height !== undefined) return { width, height }
  if (boxWidth === undefined || boxHeight === undefined) {
    return { width: width ?? 300, height: height ?? 150 }
  }
  if (width !== undefined) return { width, height: (width * boxHeight) / boxWidth }
  if (height !== undefined) return { width: (height * boxWidth) / boxHeight, height }
  return { width: boxWidth, height: boxHeight }
}
