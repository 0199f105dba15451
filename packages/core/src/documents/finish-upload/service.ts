import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { ChanceryError } from '../../errors.ts'
import type { DocumentStore } from '../../ports/document-store.ts'
import { present } from '../../present.ts'
import { keepBytes } from '../keep-bytes.ts'
import { removeParts, type UploadedPart, uploadedParts, uploadFolder } from '../uploads/uploaded-parts.ts'
import type { finishUploadContract } from './contract.ts'

/** Puts the parts together, stores them as any document, and takes them away then. */
export async function finish(
  input: InputOf<typeof finishUploadContract>,
  ports: PortsOf<typeof finishUploadContract>,
  context: Context,
): Promise<AnswerOf<typeof finishUploadContract>> {
  const { upload, document = {} } = input
  const { signal } = context
  const store = ports.uploads.get(input.provider)
  const folder = uploadFolder(upload, context, ports.hasher)
  const found = await uploadedParts(store, folder, ports.clock.now(), signal)
  const parts = wantedParts(found, input.parts)
  const bytes = await joined(store, parts, ports.settings.limits.documentBytes, signal)
  const origin = { pointer: '/document', stated: document.contentType }
  const { outcome, warnings } = await keepBytes({ bytes, ...present(document) }, origin, input, ports, context)
  if (!input.dryRun) {
    await removeParts(
      store,
      found.map(({ path }) => path),
      signal,
    )
  }
  return { data: outcome, warnings }
}

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
  if (missing.length === 0) return parts
  const [first] = missing
  const message =
    missing.length === 1 ? `Part ${first} is missing.` : `${missing.length} of ${count} parts are missing.`
  throw new ChanceryError('upload_incomplete', message, {
    violations: [{ pointer: '/upload', code: 'upload_incomplete', message }],
    details: { missing: missing.slice(0, 100) },
  })
}

/** All of them in one place, where each goes as soon as it was read. */
async function joined(
  store: DocumentStore,
  parts: readonly UploadedPart[],
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size > maxBytes) {
    throw new ChanceryError('payload_too_large', 'The document is larger than allowed.', {
      details: { what: 'document bytes', limit: maxBytes, actual: size },
      violations: [{ pointer: '/parts', code: 'payload_too_large', message: `At most ${maxBytes} bytes.` }],
    })
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    const { bytes } = await store.read(part.path, { maxBytes: part.size, signal })
    whole.set(bytes, at)
    at += bytes.length
  }
  // A part that was sent again meanwhile, and has become shorter: its digest will tell.
  return whole.subarray(0, at)
}
