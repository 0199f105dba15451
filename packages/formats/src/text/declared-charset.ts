/** Twice what HTML's own prescan looks at: many a page has a comment in front. */
const prescanned = 2048
const declarations = [
  /<meta\s[^>]{0,256}?charset\s{0,8}=\s{0,8}["']?\s{0,8}([\w.:-]{1,40})/i,
  /^\s{0,64}<\?xml\s[^>]{0,200}?encoding\s{0,8}=\s{0,8}["']([\w.:-]{1,40})/,
]

/**
 * The encoding that an HTML or XML text itself declares near its start, by its name in the Encoding Standard. None for one
 * that is not known, nor for UTF-16: a text that could be read as ASCII this far is not in it, whatever it says.
 */
export function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, prescanned)).toString('latin1')
  for (const declaration of declarations) {
    const label = declaration.exec(head)?.[1]
    if (label === undefined) continue
    try {
      const { encoding } = new TextDecoder(label)
      if (!encoding.startsWith('utf-16')) return encoding
    } catch {
      // An encoding that nobody knows is as good as none.
    }
  }
  return undefined
}
