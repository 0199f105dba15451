/**
 * An XML part without its document type declaration, which has been scanned and has no internal subset.
 * @returns the same bytes where there is none
 */
export function withoutDoctype(content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const start = startOfDoctype(bytes)
  if (start === -1) return content
  let end = start
  for (let quote = 0; end < bytes.length && (quote !== 0 || bytes[end] !== greater); end++) {
    const byte = bytes[end]
    if (quote === 0 && (byte === 0x22 || byte === 0x27)) quote = byte
    else if (byte === quote) quote = 0
  }
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end + 1)])
}

const greater = 0x3e

/** Before the root element, behind comments and instructions, which may hold what looks like one. */
function startOfDoctype(bytes: Buffer): number {
  for (let at = bytes.indexOf('<'); at !== -1; at = bytes.indexOf('<', at)) {
    const start = bytes.toString('latin1', at, at + 4)
    if (start === '<!--') at = bytes.indexOf('-->', at)
    else if (start.startsWith('<?')) at = bytes.indexOf('?>', at)
    else return start.startsWith('<!') ? at : -1
    if (at === -1) return -1
    at++
  }
  return -1
}
