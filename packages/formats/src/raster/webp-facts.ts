/** What the header of a WebP says of it. */
export interface WebpFacts {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Whether it moves. */
  readonly isAnimated: boolean
  /** A TIFF without a picture: see `exifOf`. */
  readonly exif?: Uint8Array
}

/** Lossy, lossless or extended (RFC 9649, 2.5 to 2.7). @returns `undefined` for a header that is cut off, or none of these */
export function webpFacts(bytes: Uint8Array): WebpFacts | undefined {
  try {
    return factsIn(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function factsIn(bytes: Uint8Array): WebpFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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
      return undefined
  }
}
