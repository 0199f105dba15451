import { isUtf8 } from 'node:buffer'
import { composedTones } from '@chancery/formats/text'
import { corrupt } from '../refusal.ts'

const declaration = /^(\s{0,64}<\?xml\s[^>]{0,200}?encoding\s{0,8}=\s{0,8}["'])([A-Za-z][\w.:-]{0,40})(["'])/

/**
 * An XML part in UTF-8: as it is where it is that already, else transcoded from the encoding that its first bytes or
 * its declaration name (XML 1.0, appendix F), with the declaration set right.
 * @throws `document_corrupt` for an unknown encoding, or bytes that are not in the stated one.
 */
export function xmlAsUtf8(content: Uint8Array): Uint8Array {
  const wide = wideEncoding(content)
  const declared =
    wide ?? declaration.exec(Buffer.from(content.subarray(0, 320)).toString('latin1'))?.[2]?.toLowerCase()
  const isWideInName = wide === undefined && /^(?:utf-?16|ucs-?2|iso-10646-ucs)/.test(declared ?? '')
  if (
    declared === undefined ||
    declared === 'utf-8' ||
    declared === 'utf8' ||
    declared === 'us-ascii' ||
    isWideInName
  ) {
    if (!isUtf8(content)) throw corrupt('An XML part is not in its encoding.')
    return isWideInName ? redeclared(Buffer.from(content).toString('utf8')) : content
  }
  try {
    const decoder = new TextDecoder(declared, { fatal: true })
    return redeclared(composedTones(decoder.encoding, decoder.decode(content)))
  } catch (error) {
    throw corrupt('An XML part is not in its encoding.', error)
  }
}

const redeclared = (text: string): Uint8Array => new TextEncoder().encode(text.replace(declaration, '$1UTF-8$3'))

/** UTF-16 by its byte order mark, or by how "<" and the next character stand in it. */
function wideEncoding(content: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = content
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return 'utf-16be'
  return undefined
}

/** Whether bytes begin as markup does: "<" after blanks, a byte order mark or none, in UTF-8 or UTF-16. */
export function looksLikeMarkup(content: Uint8Array): boolean {
  if (wideEncoding(content) !== undefined) return true
  let at = content[0] === 0xef && content[1] === 0xbb && content[2] === 0xbf ? 3 : 0
  while (at < content.length && isBlank(content[at] ?? 0)) at++
  return content[at] === 0x3c
}

const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
