/** Headers that are looked at. */
const maxHeaders = 256 * 1024

/**
 * A mail whose parts stand behind another boundary than its headers name, with the one that is there; where there is
 * none at all, its body is plain text. Any other mail is returned as it is.
 */
export function withMendedBoundary(bytes: Uint8Array): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const head = buffer.subarray(0, maxHeaders).toString('latin1')
  const blank = /\r?\n\r?\n/.exec(head)
  const type = /^content-type\s{0,9}:\s{0,99}(multipart\/[\w.+-]{1,60})/im.exec(head)
  if (blank === null || type === null || type.index > blank.index) return bytes
  const field = /^[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/.exec(head.slice(type.index))?.[0] ?? ''
  const declared = /boundary\s{0,9}=\s{0,9}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/i.exec(field)
  const boundary = declared?.[1] ?? declared?.[2]
  if (boundary !== undefined && buffer.includes(`--${boundary}`, blank.index, 'latin1')) return bytes
  const body = buffer.subarray(blank.index, blank.index + maxHeaders).toString('latin1')
  const found = /^--([^\s"-][^\r\n"]{0,199}?)[ \t]{0,9}\r?\ncontent-/im.exec(body)?.[1]
  const mended = found === undefined ? 'Content-Type: text/plain' : `Content-Type: ${type[1]}; boundary="${found}"`
  const after = type.index + field.length
  return Buffer.concat([buffer.subarray(0, type.index), Buffer.from(mended, 'latin1'), buffer.subarray(after)])
}
