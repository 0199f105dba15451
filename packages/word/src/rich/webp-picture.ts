import { readFile } from 'node:fs/promises'
import type { WebPModule } from '@jsquash/webp/codec/dec/webp_dec.js'
import { writePng } from './png-writer.ts'
import { RichFault } from './rich-fault.ts'
import { exifTurn, type Turn } from './tiff-tags.ts'

/** In pixels: what decodes and packs within seconds. */
const maxPixels = 25_000_000

/** A WebP as PNG, which Word can show: decoded by libwebp (compiled, `@jsquash/webp`). @throws RichFault */
export async function pngOfWebp(bytes: Uint8Array): Promise<{ readonly png: Uint8Array; readonly turn?: Turn }> {
  const { width, height, isAnimated, exif } = webpFacts(bytes)
  if (isAnimated) throw new RichFault('Word cannot show moving webp images.', 'Save the image as gif or png.')
  if (width * height > maxPixels) {
    throw new RichFault('The webp image has too many pixels.', `At most ${maxPixels / 1_000_000} million.`)
  }
  const decoded = await decodedWith(await decoder(), bytes)
  if (decoded === null || decoded.width !== width || decoded.height !== height) throw broken()
  const { data } = decoded
  const png = writePng(width, height, new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  const turn = exif === undefined ? undefined : exifTurn(exif)
  return turn === undefined ? { png } : { png, turn }
}

const broken = (): RichFault =>
  new RichFault('The webp image is broken or cut off.', 'Save it anew in an image program.')

interface WebpFacts {
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
  readonly exif?: Uint8Array
}

/** What the header says: lossy, lossless or extended (RFC 9649, 2.5 to 2.7). */
function webpFacts(bytes: Uint8Array): WebpFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 30) throw broken()
  const name = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (name(12)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, isAnimated: false }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isAnimated: false }
    }
    case 'VP8X': {
      const size = { width: uint24(24) + 1, height: uint24(27) + 1, isAnimated: (view.getUint8(20) & 2) !== 0 }
      for (let at = 12; at + 8 <= bytes.length;) {
        const length = view.getUint32(at + 4, true)
        // Some writers keep the JPEG's name in front.
        const from = at + 8 + (name(at + 8) === 'Exif' ? 6 : 0)
        if (name(at) === 'EXIF') return { ...size, exif: bytes.subarray(from, at + 8 + length) }
        at += 8 + length + (length & 1)
      }
      return size
    }
    default:
      throw broken()
  }
}

let loading: Promise<WebPModule> | undefined

const decoder = (): Promise<WebPModule> => (loading ??= load())

async function load(): Promise<WebPModule> {
  const { default: createModule } = await import('@jsquash/webp/codec/dec/webp_dec.js')
  const file = new URL(import.meta.resolve('@jsquash/webp/codec/dec/webp_dec.wasm'))
  return createModule({ noInitialRun: true, wasmBinary: await readFile(file) })
}

function decodedWith(module: WebPModule, bytes: Uint8Array): ReturnType<WebPModule['decode']> {
  try {
    return module.decode(bytes)
  } catch {
    // What state it is in is not known; the next picture gets a new one.
    loading = undefined
    throw broken()
  }
}
