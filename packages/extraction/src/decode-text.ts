import type { VettedDocument } from '@chancery/core'

const byteOrderMarks: readonly (readonly [charset: string, ...bytes: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/**
 * The text of a text document. The encoding is the byte order mark's, else the one that was decided on when the
 * document was vetted, else the one it declares, else UTF-8, and Windows-1252 where the bytes are not UTF-8.
 */
export function decodeText({ bytes, charset }: Pick<VettedDocument, 'bytes' | 'charset'>, declared?: string): string {
  const mark = byteOrderMarks.find(([, ...start]) => start.every((byte, at) => bytes[at] === byte))?.[0]
  for (const label of [mark, charset, declared]) {
    const text = label === undefined ? undefined : decodeAs(label, bytes, false)
    if (text !== undefined) return text
  }
  return decodeAs('utf-8', bytes, true) ?? decodeAs('windows-1252', bytes, false) ?? ''
}

/** `undefined` for an unknown label, or for bytes that are not of the encoding where `fatal`. */
function decodeAs(label: string, bytes: Uint8Array, fatal: boolean): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return undefined
  }
}
