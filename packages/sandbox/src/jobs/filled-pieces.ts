import { Content, type FilledTemplate } from '@chancery/core'
import type { SentFilled, SentPiece } from './payloads.ts'

/** Shorter pieces are sent as they are. */
const minLength = 4096

/** For the way to the service, which has the template: what no fill changes, such as pictures, need not be sent back. */
export function sentFilled({ content, ...filled }: FilledTemplate, template: Uint8Array): SentFilled {
  const pieces = content.chunks.map((chunk): SentPiece => {
    if (chunk.length < minLength || chunk.buffer !== template.buffer) return chunk
    const from = chunk.byteOffset - template.byteOffset
    return from < 0 || from + chunk.length > template.length ? chunk : { from, until: from + chunk.length }
  })
  return { ...filled, pieces }
}

/** As it was filled. */
export function receivedFilled({ pieces, ...filled }: SentFilled, template: Uint8Array): FilledTemplate {
  const chunks = pieces.map((piece) =>
    piece instanceof Uint8Array ? piece : template.subarray(piece.from, piece.until),
  )
  return { ...filled, content: new Content(chunks) }
}
