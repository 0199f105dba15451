import { jpegFacts } from './jpeg-facts.ts'
import { exifOf, type Turn, turnOf } from './orientation.ts'
import { pngChunks, pngDensity } from './png-chunks.ts'
import { tiffDirectories } from './tiff-directory.ts'
import { webpFacts } from './webp-facts.ts'

export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'bmp'

/** What the header of a picture says of it, of a TIFF its first page. */
export interface PictureHeader {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Dots to the inch, where it states them; they may be of no use. */
  readonly density?: { readonly x: number; readonly y: number }
  /** How it is to be turned, where a camera noted it. */
  readonly turn?: Turn
  /** It ends before its pixels begin. */
  readonly isCutOff?: true
}

/** Longest side and largest area in pixels: more than any program opens in reasonable memory. */
export const shownPicture = { side: 30_000, pixels: 120_000_000 } as const

/** Where a picture does not tell: as browsers show it. */
const usualDensity = 96

/** Inches on paper, before a camera's turn. Densities that no scanner and no screen has are mistakes. */
export function inchesOf({ width, height, density }: PictureHeader): {
  readonly width: number
  readonly height: number
} {
  const dotsOf = (stated: number | undefined): number =>
    stated !== undefined && stated >= 20 && stated <= 5000 ? stated : usualDensity
  return { width: width / dotsOf(density?.x), height: height / dotsOf(density?.y) }
}

/** The kind of picture that some bytes are, by their first ones. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const head = Array.from(bytes.subarray(0, 16), (byte) => String.fromCharCode(byte)).join('')
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'png'
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp'
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff'
  return isBitmap(bytes) ? 'bmp' : undefined
}

/** "BM" alone begins many a text: the size of the second header must be one that exists. */
function isBitmap(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0x42 || bytes[1] !== 0x4d || bytes.length < 26) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return [12, 16, 40, 52, 56, 64, 108, 124].includes(view.getUint32(14, true))
}

/** Reads no more than the header, so that the size is known before it costs memory. @returns `undefined` where it is not whole */
export function pictureHeader(bytes: Uint8Array, kind: PictureKind): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const found = readers[kind](view, bytes)
    return found !== undefined && found.width > 0 && found.height > 0 ? found : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type Reader = (view: DataView, bytes: Uint8Array) => PictureHeader | undefined

const readers: Readonly<Record<PictureKind, Reader>> = {
  png: readPng,
  jpeg: readJpeg,
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  webp: (_, bytes) => {
    const facts = webpFacts(bytes)
    return facts === undefined
      ? undefined
      : { width: facts.width, height: facts.height, ...turned(exifOf(facts.exif).orientation) }
  },
  tiff: readTiff,
  bmp: readBmp,
}

const turned = (orientation: number): Pick<PictureHeader, 'turn'> => {
  const turn = turnOf(orientation)
  return turn === undefined ? {} : { turn }
}

/** IHDR comes first, pHYs before IDAT, eXIf anywhere, IEND ends it (W3C PNG 3, 5.6). */
function readPng(view: DataView, bytes: Uint8Array): PictureHeader | undefined {
  if (view.getUint32(12) !== 0x49_48_44_52) return undefined
  const chunks = new Map<string, Uint8Array>()
  for (const { type, data } of pngChunks(bytes)) if (wantedChunks.has(type)) chunks.set(type, data)
  const density = pngDensity(chunks.get('pHYs'))
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    ...(density === undefined ? {} : { density }),
    ...turned(exifOf(chunks.get('eXIf')).orientation),
    ...(chunks.has('IDAT') && chunks.has('IEND') ? {} : { isCutOff: true }),
  }
}

const wantedChunks = new Set(['pHYs', 'eXIf', 'IDAT', 'IEND'])

/** The density from JFIF's segment, the turn from Exif's. */
function readJpeg(_: DataView, bytes: Uint8Array): PictureHeader | undefined {
  const facts = jpegFacts(bytes)
  if (facts === undefined) return undefined
  const { width, height, density, exif, frame } = facts
  return {
    width,
    height,
    ...(density === undefined ? {} : { density }),
    ...turned(exifOf(exif).orientation),
    ...(bytes.subarray(frame).includes(startOfScan) ? {} : { isCutOff: true }),
  }
}

const startOfScan = 0xda

function readTiff(_: DataView, bytes: Uint8Array): PictureHeader | undefined {
  const page = tiffDirectories(bytes).next().value
  if (page === undefined) return undefined
  return {
    width: page.value(256, 0),
    height: page.value(257, 0),
    density: page.density(),
    ...turned(page.value(274, 1)),
  }
}

/** OS/2's header of 12 bytes has 16 bits for each side; Windows' says by a negative height that the first line is on top. */
function readBmp(view: DataView): PictureHeader {
  if (view.getUint32(14, true) === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) }
  const metre = 0.0254
  return {
    width: Math.abs(view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)),
    ...(view.byteLength < 46
      ? { isCutOff: true }
      : { density: { x: view.getInt32(38, true) * metre, y: view.getInt32(42, true) * metre } }),
  }
}
