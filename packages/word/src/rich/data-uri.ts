/** Parameters without a value, such as `;utf8`, are no part of RFC 2397, and common. */
const head = /^data:(?:[\w.+-]{1,60}\/[\w.+-]{1,80})?(?:;(?!base64,)[\w.+-]{1,40}(?:=[^;,]{0,80})?){0,8}(;base64)?,/i

/** The bytes of a data URI (RFC 2397); `undefined` for anything else. */
export function dataUriBytes(uri: string): Uint8Array | undefined {
  const text = uri.trimStart()
  const found = head.exec(text.slice(0, 1200))
  if (found === null) return undefined
  const content = text.slice(found[0].length)
  return found[1] === undefined ? percentDecoded(content) : base64Bytes(content)
}

/** A percent sign that stands for no byte is one: people leave them in the text of pictures. */
function percentDecoded(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const digits = bytes[at] === 0x25 ? bytes.toString('latin1', at + 1, at + 3) : ''
    const isByte = /^[\da-f]{2}$/i.test(digits)
    bytes[length++] = isByte ? Number.parseInt(digits, 16) : (bytes[at] ?? 0)
    if (isByte) at += 2
  }
  return new Uint8Array(bytes.subarray(0, length))
}

/** Base64, of either alphabet, with or without padding and white space; `undefined` for anything else. */
export function base64Bytes(text: string): Uint8Array | undefined {
  const compact = /\s/.test(text) ? text.replaceAll(/\s+/g, '') : text
  return compact.length > 0 && /^[\w+/-]*={0,2}$/.test(compact) ? Buffer.from(compact, 'base64') : undefined
}
