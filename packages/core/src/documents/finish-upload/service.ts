import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { ChanceryError, errorAt } from '../../errors.ts'
import { present } from '../../present.ts'
import { checkStatedDigest, keepBytes, keepContent, type Kept } from '../keep-bytes.ts'
import { storedOf } from '../put-document.ts'
import { joinedParts, type JoinedParts } from '../uploads/joined-parts.ts'
import { removePart, type UploadedPart, uploadedParts, uploadFolder } from '../uploads/uploaded-parts.ts'
import type { finishUploadContract } from './contract.ts'

type Input = InputOf<typeof finishUploadContract>

/**
 * Puts the parts together, stores them as any document, and takes them away then. Of calls at once, one stores it; the others
 * find it stored, or the parts gone and it stored.
 */
export async function finish(
  input: Input,
  ports: PortsOf<typeof finishUploadContract>,
  context: Context,
): Promise<AnswerOf<typeof finishUploadContract>> {
  const { upload } = input
  const { signal } = context
  const store = ports.uploads.get(input.provider)
  const folder = uploadFolder(upload, context, ports.hasher)
  try {
    const found = await uploadedParts(store, folder, ports.clock.now(), signal)
    const parts = wantedParts(found, input.parts)
    checkSize(parts, ports.settings.limits.uploadBytes)
    const document = joinedParts(store, parts, (part) => incomplete([part], input.parts))
    const { outcome, warnings } = await kept(document, input, ports, context)
    if (!input.dryRun) for (const part of document.read()) await removePart(store, part, signal)
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

/** @throws `payload_too_large` */
function checkSize(parts: readonly UploadedPart[], maxBytes: number): void {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size <= maxBytes) return
  throw new ChanceryError('payload_too_large', 'The document is larger than allowed.', {
    details: { what: 'document bytes', limit: maxBytes, actual: size },
    violations: [{ pointer: '/parts', code: 'payload_too_large', message: `At most ${maxBytes} bytes.` }],
  })
}

/** A document up to this size is held as a whole, where any may be, and its type decided from all of it. */
const heldBytes = 8 * 1024 * 1024
/** So much of both ends of a longer one tells its type. Even, so that UTF-16 stays in step. */
const endBytes = 1024 * 1024

/** Stores the parts as one document: a short one as any that comes in, a longer one piece by piece. */
async function kept(
  parts: JoinedParts,
  input: Input,
  ports: PortsOf<typeof finishUploadContract>,
  context: Context,
): Promise<Kept> {
  const { document = {} } = input
  const { signal } = context
  const { byteLength } = parts
  const origin = { pointer: '/document', stated: document.contentType }
  if (byteLength <= Math.min(heldBytes, ports.settings.limits.documentBytes)) {
    // A part that was sent again meanwhile, and has become shorter: its digest will tell.
    const bytes = await parts.slice(0, byteLength, signal)
    return await keepBytes({ bytes, ...present(document) }, origin, input, ports, context)
  }
  const end = Math.min(endBytes, 2 * Math.floor(byteLength / 4))
  const head = await parts.slice(0, end, signal)
  const tail = await parts.slice(byteLength - end - (byteLength % 2), byteLength, signal)
  const incoming = { content: parts, sha256: input.sha256.toLowerCase(), type: ports.guard.identify(head, tail) }
  try {
    const done = await keepContent({ ...incoming, ...present(document) }, origin, input, ports, context)
    // Nobody has read them.
    if (input.dryRun || done.outcome.unchanged)
      checkStatedDigest(input.sha256, await ports.hasher.sha256OfStream(parts.pieces({ signal })))
    return done
  } catch (error) {
    if (!ChanceryError.is(error) || error.code !== 'checksum_mismatch' || error.violations.length > 0) throw error
    throw errorAt('/sha256', error)
  }
}
