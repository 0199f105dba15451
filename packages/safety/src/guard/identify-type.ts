import type { DocumentType } from '@chancery/core'
import { cfbType } from './cfb-type.ts'
import { textType } from './text-type.ts'
import { zipType } from './zip-type.ts'

const starts = (bytes: Uint8Array, signature: readonly number[], at = 0): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte)

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0))

const signatures: readonly (readonly [DocumentType, readonly number[], number])[] = [
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0],
  ['jpeg', [0xff, 0xd8, 0xff], 0],
  ['gif', ascii('GIF8'), 0],
  ['tiff', [0x49, 0x49, 0x2a, 0x00], 0],
  ['tiff', [0x4d, 0x4d, 0x00, 0x2a], 0],
  ['rtf', ascii('{\\rtf'), 0],
]

/** The type that the bytes show, from their first and last parts alone; `unknown` where they show none. */
export function identifyType(bytes: Uint8Array): DocumentType {
  if (bytes.length === 0) return 'unknown'
  const found = signatures.find(([, signature, at]) => starts(bytes, signature, at))
  if (found !== undefined) return found[0]
  if (starts(bytes, ascii('RIFF')) && starts(bytes, ascii('WEBP'), 8)) return 'webp'
  if (starts(bytes, ascii('BM')) && isBitmap(bytes)) return 'bmp'
  if (starts(bytes, [0x50, 0x4b, 0x03, 0x04]) || starts(bytes, [0x50, 0x4b, 0x05, 0x06])) return zipType(bytes)
  if (starts(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return cfbType(bytes).type
  // ISO 32000 wants the header first; readers have always looked in the first kilobyte.
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024))
  if (head.includes('%PDF-')) return 'pdf'
  return textType(bytes)
}

/** "BM" also begins words: a bitmap states its header's size behind. */
const isBitmap = (bytes: Uint8Array): boolean =>
  bytes.length > 26 && [12, 40, 52, 56, 64, 108, 124].includes(bytes[14] ?? 0) && bytes[15] === 0
