import { RichFault } from './rich-fault.ts'
import { exifTurn, tiffTags, type Turn, turnOf } from './tiff-tags.ts'

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

/** Longest side and largest area in pixels: more than any program opens in reasonable memory. */
const maxSide = 30_000
const maxPixels = 120_000_000
/** Where a picture does not tell: as browsers show it. */
const usualDpi = 96
const emuPerInch = 914_400

const broken = (kind: string): RichFault =>
  new RichFault(`The ${kind} image is broken or cut off.`, 'Save it anew in an image program.')

interface Pixels {
  readonly width: number
  readonly height: number
  readonly dpiX?: number
  readonly dpiY?: number
  readonly turn?: Turn | undefined
}

type Reader = (view: DataView, bytes: Uint8Array) => Pixels

/** Reads no more than the header: what is in the picture is for whoever shows it. @throws RichFault */
export function readPictureHeader(bytes: Uint8Array): PictureHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const kind = kindOf(bytes)
  if (kind === undefined) {
    throw new RichFault(
      'The value is no image that Word can show.',
      'Give a png, jpeg, gif, bmp, tiff, webp or svg image.',
    )
  }
  let pixels: Pixels
  try {
    pixels = readers[kind](view, bytes)
  } catch (error) {
    throw error instanceof RichFault ? error : broken(kind)
  }
  const { width, height, dpiX, dpiY, turn } = pixels
  if (!(width > 0 && height > 0)) throw broken(kind)
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw new RichFault(
      'The image has too many pixels.',
      `At most ${maxSide} on a side, and ${maxPixels / 1_000_000} million in all.`,
    )
  }
  return {
    kind,
    width: (width / densityOf(dpiX)) * emuPerInch,
    height: (height / densityOf(dpiY)) * emuPerInch,
    ...(turn === undefined ? {} : { turn }),
  }
}

/** Densities that no scanner and no screen has are mistakes. */
const densityOf = (dpi: number | undefined): number => (dpi !== undefined && dpi >= 20 && dpi <= 5000 ? dpi : usualDpi)

function kindOf(bytes: Uint8Array): PictureHeader['kind'] | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (head.startsWith('BM') && bytes.length > 26) return 'bmp'
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff'
  return /<svg[\s>]/i.test(new TextDecoder().decode(bytes.subarray(0, 4096))) ? 'svg' : undefined
}

const readers: Readonly<Record<PictureHeader['kind'], Reader>> = {
  png: readPng,
  jpeg: readJpeg,
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  bmp: readBmp,
  tiff: readTiff,
  svg: readSvg,
}

/** PNG (W3C, 3rd edition): IHDR comes first, pHYs before IDAT, eXIf anywhere, IEND ends it. */
function readPng(view: DataView, bytes: Uint8Array): Pixels {
  if (view.getUint32(12) !== 0x49484452) throw broken('png')
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  let hasData = false
  let density = {}
  let turn: Turn | undefined
  for (let at = 8; at + 12 <= bytes.length; at += view.getUint32(at) + 12) {
    const type = view.getUint32(at + 4)
    if (type === 0x70485973 && view.getUint8(at + 16) === 1) {
      density = { dpiX: view.getUint32(at + 8) * 0.0254, dpiY: view.getUint32(at + 12) * 0.0254 }
    }
    if (type === 0x49444154) hasData = true
    if (type === 0x65584966) turn = exifTurn(bytes.subarray(at + 8, at + 8 + view.getUint32(at)))
    if (type === 0x49454e44 && hasData) return { ...size, ...density, turn }
  }
  throw broken('png')
}

/** JPEG (ITU T.81, B.2): segments up to the frame header; density from JFIF's, the turn from Exif's (2.3, 4.5.4). */
function readJpeg(view: DataView, bytes: Uint8Array): Pixels {
  let density = {}
  let turn: Turn | undefined
  for (let at = 2; ;) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at++
    if (view.getUint8(at) !== 0xff) throw broken('jpeg')
    const marker = view.getUint8(at + 1)
    const length = view.getUint16(at + 2)
    if (length < 2) throw broken('jpeg')
    if (marker === 0xe0 && view.getUint32(at + 4) === 0x4a464946) {
      const unit = view.getUint8(at + 11)
      const scale = unit === 1 ? 1 : unit === 2 ? 2.54 : 0
      density = { dpiX: view.getUint16(at + 12) * scale, dpiY: view.getUint16(at + 14) * scale }
    }
    if (marker === 0xe1 && view.getUint32(at + 4) === 0x45786966)
      turn = exifTurn(bytes.subarray(at + 10, at + 2 + length))
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      if (!bytes.subarray(at).includes(0xda)) throw broken('jpeg')
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5), ...density, turn }
    }
    if (marker === 0xd9 || marker === 0xda) throw broken('jpeg')
    at += 2 + length
  }
}

function readBmp(view: DataView): Pixels {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  const metre = 0.0254
  return {
    width: view.getInt32(18, true),
    height: Math.abs(view.getInt32(22, true)),
    dpiX: view.getInt32(38, true) * metre,
    dpiY: view.getInt32(42, true) * metre,
  }
}

function readTiff(_: DataView, bytes: Uint8Array): Pixels {
  const tags = tiffTags(bytes)
  const scale = tags.get(0x0128) === 3 ? 2.54 : 1
  return {
    width: tags.get(0x0100) ?? 0,
    height: tags.get(0x0101) ?? 0,
    dpiX: (tags.get(0x011a) ?? 0) * scale,
    dpiY: (tags.get(0x011b) ?? 0) * scale,
    turn: turnOf(tags),
  }
}

const svgUnits: Readonly<Record<string, number>> = { px: 1, pt: 96 / 72, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }

/** SVG 2, 8.2: width and height, or those of the view box. */
function readSvg(_: DataView, bytes: Uint8Array): Pixels {
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
