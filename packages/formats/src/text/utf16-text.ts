/**
 * Text in UTF-16, little endian, of the whole units from one byte to before another; lone surrogates stay. Half a unit at the
 * end is left out here, since Node writes past its memory for an odd number of bytes at an odd address (nodejs/node#64697).
 */
export function utf16Text(bytes: Uint8Array, start = 0, end = bytes.length): string {
  const { length } = bytes
  const from = Math.min(Math.max(start, 0), length)
  const to = Math.min(Math.max(end, from), length)
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from - ((to - from) % 2)).toString('utf16le')
}
