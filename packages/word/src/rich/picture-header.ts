import { exifOf, jpegFacts, pngChunks, pngDensity, tiffDirectories, type Turn, turnOf } from '@chancery/formats/raster'
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

/** IHDR comes first, pHYs before IDAT, eXIf anywhere, IEND ends it. */
function readPng(view: DataView, bytes: Uint8Array): Pixels {
  let isWhole = false
  let density: ReturnType<typeof pngDensity>
  let turn: Turn | undefined
  const types: string[] = []
  for (const { type, data } of pngChunks(bytes)) {
    types.push(type)
    if (type === 'pHYs') density = pngDensity(data) ?? density
    if (type === 'eXIf') turn = turnOf(exifOf(data).orientation)
    if (type === 'IEND') isWhole = types.includes('IDAT')
  }
  if (types[0] !== 'IHDR' || !isWhole) throw broken('png')
  return { width: view.getUint32(16), height: view.getUint32(20), ...dpiOf(density), turn }
}

/** The density from JFIF's segment, the turn from Exif's. */
function readJpeg(_: DataView, bytes: Uint8Array): Pixels {
  const facts = jpegFacts(bytes)
  if (facts === undefined || !bytes.subarray(facts.frame).includes(startOfScan)) throw broken('jpeg')
  const { width, height, density, exif } = facts
  return { width, height, ...dpiOf(density), turn: turnOf(exifOf(exif).orientation) }
}

const startOfScan = 0xda
const dpiOf = (density: { readonly x: number; readonly y: number } | undefined): Pick<Pixels, 'dpiX' | 'dpiY'> =>
  density === undefined ? {} : { dpiX: density.x, dpiY: density.y }

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
  const page = tiffDirectories(bytes).next().value
  if (page === undefined) throw broken('tiff')
  const turn = turnOf(page.value(274, 1))
  return { width: page.value(256, 0), height: page.value(257, 0), ...dpiOf(page.density()), turn }
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
