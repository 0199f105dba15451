import { isUtf8 } from 'node:buffer'

/** How much of a text is looked at. */
const sampleSize = 64 * 1024

/**
 * The encoding of a text as `TextDecoder` names it, or `undefined` where the bytes are no text: by byte order mark, by
 * valid UTF-8, by the zero bytes of UTF-16, and windows-1252 for what is left and holds no control characters.
 */
export function textCharset(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return isUtf8(bytes) ? 'utf-8' : undefined
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleSize)
  const zeros = zerosAt(sample)
  if (zeros.odd + zeros.even > 0) {
    // Western text in UTF-16 has a zero in nearly every second byte, and always on the same side.
    if (zeros.odd > sample.length * 0.3 && zeros.even < sample.length * 0.02) return 'utf-16le'
    if (zeros.even > sample.length * 0.3 && zeros.odd < sample.length * 0.02) return 'utf-16be'
    return undefined
  }
  if (controls(sample) > sample.length * 0.002) return undefined
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function zerosAt(bytes: Uint8Array): { odd: number; even: number } {
  const count = { odd: 0, even: 0 }
  for (let index = 0; index < bytes.length; index++) if (bytes[index] === 0) count[index % 2 === 1 ? 'odd' : 'even']++
  return count
}

/** Control characters that no text holds: all but tab, line breaks, form feed, end-of-file and escape. */
const controls = (bytes: Uint8Array): number =>
  bytes.reduce(
    (count, byte) => (byte < 0x20 && ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte) ? count + 1 : count),
    0,
  )
