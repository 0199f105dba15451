import { declaredCharset } from '../text/declared-charset.ts'

/** Charsets that mails claim without meaning it, where their bytes are UTF-8. */
const western = /^(?:us-?ascii|ascii|ansi_x3\.4-1968|iso-?8859-1|latin-?1|windows-1252|cp1252)?$/i

/**
 * The charset of a text part by what it declares and by its bytes: UTF-8 under a wrong flag is seen, and so is what is
 * no UTF-8 under that one. HTML that says nothing in its headers may in a `<meta>`.
 */
export function partCharset(declared: string | undefined, content: Uint8Array, isHtml: boolean): string | undefined {
  const name = declared?.trim() ?? ''
  if (western.test(name)) {
    if (isUtf8(content)) return 'utf-8'
    return name === '' && isHtml ? declaredCharset(content) : declared
  }
  // Who saved the whole mail in UTF-16 left the name; its text has no zero bytes any more.
  if (/^(?:utf-?(?:16|32)(?:le|be)?|ucs-?2|unicode)$/i.test(name) && !content.includes(0)) return 'utf-8'
  return /^utf-?8$/i.test(name) && !isUtf8(content, true) ? 'windows-1252' : declared
}

/** A mail that was saved as a whole in UTF-16, in UTF-8: its lines and headers are those of ASCII then. */
export const mailInUtf8 = (bytes: Uint8Array, charset: 'utf-16le' | 'utf-16be'): Uint8Array =>
  new TextEncoder().encode(new TextDecoder(charset).decode(bytes))

/** A line of a header that is no UTF-8, in UTF-8. @param charset that of the whole file, where it is known */
export function headerInUtf8(line: Uint8Array<ArrayBuffer>, charset = 'windows-1252'): Uint8Array<ArrayBuffer> {
  if (line.every((byte) => byte < 0x80) || isUtf8(line)) return line
  const isUsable = !/^utf-?(?:8|16)/i.test(charset)
  return new TextEncoder().encode(new TextDecoder(isUsable ? charset : 'windows-1252').decode(line))
}

/** Whether the bytes beyond ASCII are UTF-8; of a text that is mostly so, `lenient` takes a few that are broken. */
function isUtf8(content: Uint8Array, lenient = false): boolean {
  if (content.every((byte) => byte < 0x80)) return lenient
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content)
    return true
  } catch {
    if (!lenient) return false
    let [good, bad] = [0, 0]
    for (const character of new TextDecoder().decode(content)) {
      if (character === '\ufffd') bad++
      else if (character > '\u007f') good++
    }
    return good > bad
  }
}
