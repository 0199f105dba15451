const head = /^data:([\w.+-]{1,60}\/[\w.+-]{1,80})?((?:;[\w.+-]{1,40}=[^;,]{0,80}){0,8})(;base64)?,/i

/** The bytes of a data URI (RFC 2397); `undefined` for anything else. */
export function dataUriBytes(uri: string): Uint8Array | undefined {
  const text = uri.trimStart()
  const found = head.exec(text.slice(0, 1200))
  if (found === null) return undefined
  const content = text.slice(found[0].length)
  if (found[3] !== undefined) return base64Bytes(content)
  try {
    return new TextEncoder().encode(decodeURIComponent(content))
  } catch {
    return undefined
  }
}

/** Base64, of either alphabet, with or without padding and white space; `undefined` for anything else. */
export function base64Bytes(text: string): Uint8Array | undefined {
  const compact = /\s/.test(text) ? text.replaceAll(/\s+/g, '') : text
  return compact.length > 0 && /^[\w+/-]*={0,2}$/.test(compact) ? Buffer.from(compact, 'base64') : undefined
}
