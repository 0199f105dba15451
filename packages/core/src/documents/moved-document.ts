import type { Context } from '../context.ts'
import { ChanceryError, errorAt } from '../errors.ts'
import type { DocumentStore, StoredDocument } from '../ports/document-store.ts'
import { foldedPath } from './case-twins.ts'
import { putDocument, type PutOrder, type PutOutcome } from './put-document.ts'
import { storedContent } from './stored-content.ts'
import { changedMeanwhile, versionConflict } from './stored-version.ts'

/** Where a document goes, and what has to hold there and where it is. */
export interface Move extends Pick<PutOrder, 'onConflict' | 'dryRun'> {
  readonly from: string
  readonly to: string
  /** The version that must be at `from`. */
  readonly ifVersion?: string | undefined
}

/** Does work on what is at a path while no move takes it away from there. @throws `write_conflict` where one does */
export type WhileUnmoved = <Result>(path: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Stores what is at one path at the other, and takes that very version away from where it was: each step is one of the store's,
 * on a condition. The first is done before the second begins, so no moment is without a whole copy; where the second fails, the
 * document is at both, and the same move again ends it.
 * @param whileUnmoved where the same document is at the new path already: of two moves there and back, each would take the
 *   other's copy for its own
 * @throws what a read, a put and a delete throw, at `/from` or `/to`; `write_conflict` for another version than `ifVersion`
 *   names, and where others overwrite it meanwhile: it stays as they left it, and nothing of the old is at the new path, unless it
 *   has replaced what was there (`details.replaced` is its version): nothing could put that back in one step
 */
export async function moveStored(
  store: DocumentStore,
  move: Move,
  now: number,
  context: Context,
  whileUnmoved: WhileUnmoved,
): Promise<PutOutcome> {
  const { from, to, ifVersion, onConflict, dryRun } = move
  const { document, content } = await at('/from', () => storedContent(store, from, context.signal))
  if (ifVersion !== undefined && document.version !== ifVersion) throw versionConflict(from, document.version)
  const { sha256, crc32c, contentType, metadata } = document
  const order = { path: to, content, sha256, crc32c, contentType, metadata, onConflict, dryRun }
  const moved = await at('/to', () => putDocument(store, order, now, context))
  if (dryRun || isWhereItWas(document, moved)) return moved
  const takeAway = () => at('/from', () => isOverwritten(store, document, context))
  const isLeft = moved.unchanged
    ? await whileUnmoved(moved.document.path, async () => !(await isThere(store, moved, context)) || (await takeAway()))
    : await takeAway()
  if (isLeft) {
    await undo(store, moved, context)
    throw changedMeanwhile(from, replacedBy(moved))
  }
  return moved
}

/** `rename` may lead back to where it is; and where a file system ignores case, another spelling is the same file. */
const isWhereItWas = (was: StoredDocument, { document, unchanged }: PutOutcome): boolean =>
  document.path === was.path ||
  (unchanged && document.updatedAt === was.updatedAt && foldedPath(document.path) === foldedPath(was.path))

/** Whether the document is still what was found at the new path. */
const isThere = async (store: DocumentStore, { document }: PutOutcome, context: Context): Promise<boolean> =>
  (await store.stat(document.path, context))?.version === document.version

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

/** What a caller has to know of a move that ended half way. */
const replacedBy = ({ document, previousVersion }: PutOutcome): Readonly<Record<string, string>> =>
  previousVersion === undefined ? {} : { to: document.path, replaced: previousVersion }

/** Work on the document of a field: that is where its failures are. */
async function at<Result>(pointer: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw errorAt(pointer, error, '/path')
  }
}
