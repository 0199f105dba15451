import { corruptDocument } from '../reading-errors.ts'

/** Pixels, as the header says: lossy, lossless or extended (RFC 9649). @throws `document_corrupt` */
export function webpSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.byteLength < 30) throw corruptDocument('The WebP is cut off.')
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (String.fromCharCode(...bytes.subarray(12, 16))) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    default:
      throw corruptDocument('The WebP states no size.')
  }
}
