import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { ChanceryError, errorAt, invalidRequest } from '../../errors.ts'
import type { DocumentStore, StoredDocument } from '../../ports/document-store.ts'
import { twinsOfStored } from '../case-twins.ts'
import { Content } from '../content.ts'
import { putDocument, type PutOutcome } from '../put-document.ts'
import { changedMeanwhile, versionConflict } from '../stored-version.ts'
import type { moveDocumentContract } from './contract.ts'

type Input = InputOf<typeof moveDocumentContract>

/** Stores what is at one path at the other, and takes that very version away from where it was. */
export async function move(
  input: Input,
  { stores, settings, clock }: PortsOf<typeof moveDocumentContract>,
  context: Context,
): Promise<AnswerOf<typeof moveDocumentContract>> {
  const { from, to, ifVersion, onConflict, dryRun } = input
  if (from === to) throw invalidRequest('/to', 'same_path', 'The document is at this path already.')
  const { signal } = context
  const store = stores.get(input.provider)
  const { document, bytes } = await at('/from', () =>
    store.read(from, { maxBytes: settings.limits.documentBytes, signal }),
  )
  if (ifVersion !== undefined && document.version !== ifVersion) throw versionConflict(from, document.version)
  const { sha256, contentType, metadata } = document
  const order = { path: to, content: new Content([bytes]), sha256, contentType, metadata, onConflict, dryRun }
  const moved = await at('/to', () => putDocument(store, order, clock.now(), context))
  if (!dryRun && (await at('/from', () => isOverwritten(store, document, context)))) {
    await undo(store, moved, context)
    throw changedMeanwhile(from)
  }
  const warnings = moved.created ? await twinsOfStored(store, moved.document.path, '/to', signal) : []
  return { data: { document: moved.document, from }, warnings }
}

/**
 * Takes the document away from where it was. Where it is gone already, with another in its place or none, a second move may
 * have done it, or a call whose answer was lost: what is at the new path is the only copy then.
 * @returns whether it was overwritten instead, and stays as it is
 */
async function isOverwritten(store: DocumentStore, document: StoredDocument, context: Context): Promise<boolean> {
  if (await isTaken(store, document, context)) return false
  const there = await store.stat(document.path, context)
  return there?.createdAt === document.createdAt
}

/** Takes the very version away. @returns whether it was still there */
async function isTaken(store: DocumentStore, { path, version }: StoredDocument, { signal }: Context): Promise<boolean> {
  try {
    return await store.delete(path, { condition: { version }, signal })
  } catch (error) {
    if (!ChanceryError.is(error)) throw error
    if (error.code === 'write_conflict') return false
    throw error.code === 'unsupported_option' ? isAtBoth(error) : error
  }
}

/** Of a store that cannot take away the very version that was copied, and must not take away another. */
function isAtBoth({ code, details }: ChanceryError): ChanceryError {
  const message = 'The document is at both paths: this store cannot take it away on the condition of its version.'
  const hint = 'Take it away from the old path by `/delete-document`.'
  return new ChanceryError(code, message, { violations: [{ pointer: '/path', code, message, hint }], details })
}

/** What was stored of a document that is another one now. */
async function undo(store: DocumentStore, { document, created }: PutOutcome, context: Context): Promise<void> {
  if (created) await isTaken(store, document, context)
}

/** Work on the document of a field: that is where its failures are. */
async function at<Result>(pointer: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw errorAt(pointer, error, '/path')
  }
}
