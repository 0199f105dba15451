import type { Answer } from './answer.ts'
import { platform } from './platform.ts'

/** Bytes of a part: as base64 in JSON somewhat less than 32 MB, which is what gateways let through. */
export const defaultPartBytes = 22 * 1024 * 1024

/** A part goes out as one text, and the texts of JavaScript end at some 512 million characters. */
const maxPartBytes = 256 * 1024 * 1024
/** Of one upload, as the service bounds it. */
const maxParts = 1000

/** @throws RangeError for what no document can be cut by */
export function checkPartBytes(partBytes: number): void {
  if (Number.isSafeInteger(partBytes) && partBytes >= 1 && partBytes <= maxPartBytes) return
  throw new RangeError(`partBytes is ${partBytes}: it must be a whole number of bytes from 1 to ${maxPartBytes}.`)
}

/** What calls an operation, with all of its repetitions. */
export type CallOperation = (operation: string, input: unknown, idempotencyKey?: string) => Promise<Answer<unknown>>

interface Storing {
  readonly document: { readonly content: Uint8Array; readonly filename?: string; readonly contentType?: string }
  readonly sha256?: string
  readonly provider?: string
  readonly dryRun?: boolean
}

/** A document as bytes that is too large for one request, among the input of a call. */
export function isLargeStoring(operation: string, input: unknown, partBytes: number): input is Storing {
  if (operation !== 'store-document' || typeof input !== 'object' || input === null) return false
  const { document, dryRun } = input as { readonly document?: unknown; readonly dryRun?: unknown }
  if (dryRun === true || typeof document !== 'object' || document === null) return false
  const { content } = document as { readonly content?: unknown }
  return content instanceof Uint8Array && content.length > partBytes
}

/**
 * Stores a document part by part: what breaks costs a part, not the whole. Made again with the same key, it is the same
 * upload, and stored once.
 * @throws RangeError, before anything is sent, where the document has too many parts
 */
export async function storeInParts(
  { document, ...rest }: Storing,
  idempotencyKey: string,
  partBytes: number,
  call: CallOperation,
): Promise<Answer<unknown>> {
  const { content, ...said } = document
  if (content.length > maxParts * partBytes) {
    const least = Math.ceil(content.length / maxParts)
    throw new RangeError(
      `An upload has at most ${maxParts} parts: set partBytes to ${least} or more for this document.`,
    )
  }
  const { provider } = rest
  const upload = await sha256Of(Uint8Array.from(idempotencyKey, (sign) => sign.charCodeAt(0)))
  let parts = 0
  for (let at = 0; at < content.length; at += partBytes) {
    const part = content.subarray(at, at + partBytes)
    const input = {
      upload,
      part: ++parts,
      document: { content: part },
      ...(provider === undefined ? {} : { provider }),
    }
    await call('put-upload-part', input)
  }
  const finish = {
    ...rest,
    document: said,
    upload,
    parts,
    sha256: rest.sha256 ?? (await sha256Of(content)),
  }
  const { meta, ...answer } = await call('finish-upload', finish, idempotencyKey)
  return { ...answer, meta: { ...meta, operation: 'store-document' } }
}

async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await platform.crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
