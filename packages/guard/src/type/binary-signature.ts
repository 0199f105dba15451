import type { DocumentType } from '@chancery/core'
import { pictureKind } from '@chancery/formats/raster'

/** What the first bytes alone tell. `cfb` (Compound File Binary) and `zip` are containers of several types. */
export type Signature =
  | Extract<DocumentType, 'pdf' | 'rtf' | 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'bmp' | 'zip'>
  | 'cfb'

const latin1 = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, end)

/** Stray bytes that are tolerated before a PDF's header (ISO 32000-1 annex H.3.4.1) and before a zip package. */
const strayBytes = 1024

const starts: readonly (readonly [Signature, string])[] = [
  ['cfb', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
  ['tiff', 'II+\u0000'],
  ['tiff', 'MM\u0000+'],
  ['zip', 'PK\u0003\u0004'],
  ['zip', 'PK\u0005\u0006'],
  ['rtf', '{\\rtf'],
]

/** The signature of binary formats and RTF; `undefined` for everything else, text among it. */
export function signatureOf(bytes: Uint8Array): Signature | undefined {
  const head = latin1(bytes, 0, strayBytes + 5)
  for (const [signature, magic] of starts) if (head.startsWith(magic)) return signature
  const picture = pictureKind(bytes)
  if (picture !== undefined) return picture
  if (/^(?:\u00ef\u00bb\u00bf)?\s{0,64}\{\\rtf/.test(head)) return 'rtf'
  if (isPdf(head, bytes)) return 'pdf'
  if (head.includes('PK\u0003\u0004')) return 'zip'
  return undefined
}

/** Behind other bytes, a header begins a file only where its objects follow: many a text speaks of PDF. */
function isPdf(head: string, bytes: Uint8Array): boolean {
  const at = head.search(/%PDF-\d\.\d/)
  if (at <= 0) return at === 0
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return /^\s/.test(head.slice(at + '%PDF-1.7'.length)) && buffer.includes('endobj', at)
}
