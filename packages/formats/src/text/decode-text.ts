import { composedTones } from './composed-tones.ts'
import { oneByteText } from './one-byte-text.ts'

const byteOrderMarks: readonly (readonly [charset: string, ...bytes: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** The text of a file, without its byte order mark. */
export interface DecodedText {
  readonly text: string
  /** Nothing said how the text is encoded, and it is not UTF-8: it was read as Windows-1252. */
  readonly isAssumed: boolean
}

/**
 * Decodes a text. The encoding is the byte order mark's, else the first of the labels that the Encoding Standard knows,
 * else UTF-8, and Windows-1252 where the bytes are not UTF-8.
 * @param labels encodings that are known or said, the likeliest first
 */
export function decodeText(bytes: Uint8Array, ...labels: readonly (string | undefined)[]): DecodedText {
  const mark = byteOrderMarks.find(([, ...start]) => start.every((byte, at) => bytes[at] === byte))?.[0]
  for (const label of [mark, ...labels]) {
    const text = label === undefined ? undefined : decodeAs(label, bytes, false)
    if (text !== undefined) return { text, isAssumed: false }
  }
  const text = decodeAs('utf-8', bytes, true)
  if (text !== undefined) return { text, isAssumed: false }
  return { text: decodeAs('windows-1252', bytes, false) ?? '', isAssumed: true }
}

/** `undefined` for an unknown label, or for bytes that are not of the encoding where `fatal`. */
function decodeAs(label: string, bytes: Uint8Array, fatal: boolean): string | undefined {
  try {
    const decoder = new TextDecoder(label, { fatal })
    return composedTones(decoder.encoding, oneByteText(decoder.decode(bytes)))
  } catch {
    return undefined
  }
}
