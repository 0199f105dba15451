import type { EmailContent } from '../ports/email-templates.ts'
import type { OutgoingAttachment, OutgoingEmail } from '../ports/email-transport.ts'
import type { Hasher } from '../ports/hasher.ts'
import { sortedJsonPieces } from '../sorted-json.ts'
import { nextTurn } from '../turns.ts'

/**
 * What a filled message is made of. A filling may tell the time, and a converted document does: the same call, repeated
 * later, fills another text, and asks for the same message all the same.
 */
export interface FilledFrom {
  readonly template: EmailContent
  /** The data and the options of the filling. */
  readonly request: unknown
  /** A digest of each attachment, or of what it is filled from. */
  readonly attachments: readonly string[]
}

/**
 * What tells one message from another under the same Idempotency-Key: everything that a recipient would see, and how it
 * is to be sent. SHA-256, hex. One of megabytes is digested in turns.
 */
export async function emailFingerprint(
  email: OutgoingEmail,
  provider: string | undefined,
  filledFrom: FilledFrom | undefined,
  hasher: Hasher,
): Promise<string> {
  const { id: _id, date: _date, subject, text, html, attachments, ...envelope } = email
  const content = filledFrom ?? { subject, text, html, attachments: await attachmentDigests(attachments, hasher) }
  return await digestOf({ envelope, provider, content }, hasher)
}

async function attachmentDigests(attachments: readonly OutgoingAttachment[], hasher: Hasher): Promise<string[]> {
  const digests: string[] = []
  for (const attachment of attachments) digests.push(await attachmentDigest(attachment, hasher))
  return digests
}

/** A digest of one attachment: its bytes, name, type and content id. */
export const attachmentDigest = async ({ bytes, ...described }: OutgoingAttachment, hasher: Hasher): Promise<string> =>
  await digestOf({ ...described, sha256: await digestOfBytes(bytes, hasher) }, hasher)

/** A digest of something that is JSON, whatever the order of its keys. */
export const digestOf = (content: unknown, hasher: Hasher): Promise<string> =>
  hasher.sha256OfStream(inTurns(sortedJsonPieces(content), (piece) => new TextEncoder().encode(piece)))

export const digestOfBytes = (bytes: Uint8Array, hasher: Hasher): Promise<string> =>
  hasher.sha256OfStream(inTurns(piecesOf(bytes), (piece) => piece))

/** Some ms of work. */
const bytesOfPiece = 2 * 1024 * 1024

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += bytesOfPiece) yield bytes.subarray(at, at + bytesOfPiece)
}

/** A turn between two pieces, and none of what has one alone. */
async function* inTurns<Piece>(
  pieces: Iterable<Piece>,
  bytesOf: (piece: Piece) => Uint8Array,
): AsyncGenerator<Uint8Array> {
  let isFirst = true
  for (const piece of pieces) {
    if (!isFirst) await nextTurn()
    isFirst = false
    yield bytesOf(piece)
  }
}
