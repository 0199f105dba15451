import { isUtf8 } from 'node:buffer'
import { corrupt } from '../guard/guard-limits.ts'

/**
 * The part in UTF-8, which everything behind the guard reads. UTF-16 with a byte order mark, and the single-byte
 * encodings that a declaration names, are transcoded.
 * @throws `document_corrupt` where the bytes are not what they say
 */
export function toUtf8(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly changed: boolean } {
  const encoding = utf16Of(bytes) ?? declaredEncoding(bytes)
  if (encoding === undefined || /^(?:utf-?8|us-ascii|ascii)$/i.test(encoding)) {
    if (!isUtf8(bytes)) throw corrupt('an XML part is not UTF-8')
    return { bytes, changed: false }
  }
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    const declared = text.replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])[^"']*\2/, '$1$2UTF-8$2')
    return { bytes: new TextEncoder().encode(declared), changed: true }
  } catch (error) {
    throw corrupt('an XML part is not in the encoding that it states', error)
  }
}

function utf16Of(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0 && d === 0)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c && c === 0)) return 'utf-16be'
  return undefined
}

const declaredEncoding = (bytes: Uint8Array): string | undefined =>
  /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    Buffer.from(bytes.subarray(0, 300)).toString('latin1'),
  )?.[1]
