import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { ChanceryError, errorAt, invalidRequest } from '../../errors.ts'
import type { DocumentStore } from '../../ports/document-store.ts'
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
  const { sha256, contentType, metadata, version } = document
  const order = { path: to, content: new Content([bytes]), sha256, contentType, metadata, onConflict, dryRun }
  const moved = await at('/to', () => putDocument(store, order, clock.now(), context))
  if (!dryRun && !(await at('/from', () => isTaken(store, from, version, context)))) {
    await undo(store, moved, context)
    throw changedMeanwhile(from)
  }
  return { data: { document: moved.document, from } }
}

/** Takes the version away. @returns whether it was still there */
async function isTaken(store: DocumentStore, path: string, version: string, { signal }: Context): Promise<boolean> {
  try {
    return await store.delete(path, { condition: { version }, signal })
  } catch (error) {
    if (ChanceryError.is(error) && error.code === 'write_conflict') return false
    throw error
  }
}

/** What was stored of a document that is another one now. */
async function undo(store: DocumentStore, { document, created }: PutOutcome, context: Context): Promise<void> {
  if (created) await isTaken(store, document.path, document.version, context)
}

/** Work on the document of a field: that is where its failures are. */
async function at<Result>(pointer: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw errorAt(pointer, error, '/path')
  }
}
