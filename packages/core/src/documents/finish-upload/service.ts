import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { ChanceryError } from '../../errors.ts'
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts'
import { present } from '../../present.ts'
import { keepBytes } from '../keep-bytes.ts'
import { storedOf } from '../put-document.ts'
import { removePart, type UploadedPart, uploadedParts, uploadFolder } from '../uploads/uploaded-parts.ts'
import type { finishUploadContract } from './contract.ts'

/**
 * Puts the parts together, stores them as any document, and takes them away then. Of calls at once, one stores it; the others
 * find it stored, or the parts gone and it stored.
 */
export async function finish(
  input: InputOf<typeof finishUploadContract>,
  ports: PortsOf<typeof finishUploadContract>,
  context: Context,
): Promise<AnswerOf<typeof finishUploadContract>> {
  const { upload, document = {} } = input
  const { signal } = context
  const store = ports.uploads.get(input.provider)
  const folder = uploadFolder(upload, context, ports.hasher)
  try {
    const found = await uploadedParts(store, folder, ports.clock.now(), signal)
    const parts = wantedParts(found, input.parts)
    const { bytes, read } = await joined(store, parts, ports.settings.limits.documentBytes, signal)
    const origin = { pointer: '/document', stated: document.contentType }
    const { outcome, warnings } = await keepBytes({ bytes, ...present(document) }, origin, input, ports, context)
    if (!input.dryRun) for (const part of read) await removePart(store, part, signal)
    return { data: outcome, warnings }
  } catch (error) {
    if (!ChanceryError.is(error) || !mayBeDone.has(error.code)) throw error
    const order = { ...input, sha256: input.sha256.toLowerCase() }
    const done = await storedOf(ports.stores.get(input.provider), order, context)
    if (done === undefined) throw error
    return { data: { document: done, created: false, unchanged: true } }
  }
}

/** What a call meets where another one was faster: parts that are gone, and a version that was replaced. */
const mayBeDone: ReadonlySet<string> = new Set(['upload_incomplete', 'write_conflict'])

/** @throws `upload_incomplete` with the parts that are missing */
function wantedParts(found: readonly UploadedPart[], count: number): readonly UploadedPart[] {
  const there = new Map(found.map((each) => [each.part, each]))
  const parts: UploadedPart[] = []
  const missing: number[] = []
  for (let part = 1; part <= count; part++) {
    const each = there.get(part)
    if (each === undefined) missing.push(part)
    else parts.push(each)
  }
  if (missing.length > 0) throw incomplete(missing, count)
  return parts
}

function incomplete(missing: readonly number[], count: number): ChanceryError {
  const [first] = missing
  const message =
    missing.length === 1 ? `Part ${first} is missing.` : `${missing.length} of ${count} parts are missing.`
  return new ChanceryError('upload_incomplete', message, {
    violations: [{ pointer: '/upload', code: 'upload_incomplete', message }],
    details: { missing: missing.slice(0, 100) },
  })
}

/** All of them in one place, where each goes as soon as it was read. @throws `upload_incomplete` where one was taken away meanwhile */
async function joined(
  store: DocumentStore,
  parts: readonly UploadedPart[],
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ readonly bytes: Uint8Array; readonly read: readonly StoredDocument[] }> {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size > maxBytes) {
    throw new ChanceryError('payload_too_large', 'The document is larger than allowed.', {
      details: { what: 'document bytes', limit: maxBytes, actual: size },
      violations: [{ pointer: '/parts', code: 'payload_too_large', message: `At most ${maxBytes} bytes.` }],
    })
  }
  const whole = new Uint8Array(size)
  const read: StoredDocument[] = []
  let at = 0
  for (const { part, path, size: maxPartBytes } of parts) {
    try {
      const { document, bytes } = await store.read(path, { maxBytes: maxPartBytes, signal })
      whole.set(bytes, at)
      at += bytes.length
      read.push(document)
    } catch (error) {
      throw ChanceryError.is(error) && error.code === 'document_not_found' ? incomplete([part], parts.length) : error
    }
  }
  // A part that was sent again meanwhile, and has become shorter: its digest will tell.
  return { bytes: whole.subarray(0, at), read }
}
