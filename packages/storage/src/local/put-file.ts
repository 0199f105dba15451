import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsync, linkSync, renameSync, type BigIntStats } from 'node:fs'
import { promisify } from 'node:util'
import { ChanceryError, invalidRequest, type PutRequest, throwIfCancelled } from '@chancery/core'
import { crc32c, crc32cText } from '../crc32c.ts'
import { changedAllTheTime, documentExists, isFolder, writeConflict } from '../store-errors.ts'
import { checkedPieces, collected, type Digests, isStream } from '../streamed-content.ts'
import { identityOf, type DocumentIndex, type IndexRow } from './document-index.ts'
import { errorCode } from './file-error.ts'
import { newVersion } from './new-version.ts'
import type { Journal } from './journal.ts'
import { keepVersion } from './kept-versions.ts'
import type { RootPaths } from './root-paths.ts'
import { withStoredFile } from './stored-file.ts'
import { discard, statOf, type TemporaryFile, writeTemporaryFile, writeTemporaryPieces } from './temporary-files.ts'

export interface Root {
  readonly index: DocumentIndex
  readonly paths: RootPaths
  /** The folder for files that are not in place yet. */
  readonly temporary: string
  /** The folder of older versions. */
  readonly versions: string
  readonly journal: Journal
  readonly syncFolder: (folder: string) => Promise<void>
}

/** Up to this many bytes a body goes to the journal; to write a longer one twice takes longer than to flush its file. */
const journaledBytes = 128 * 1024

const sha256Of = (chunks: readonly Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/** A body in a file that has no name yet; a short one is there as a whole too, for the journal. */
interface WrittenBody extends Digests {
  readonly written: TemporaryFile
  readonly short?: Uint8Array
}

async function writeBody(folder: string, request: PutRequest, signal: AbortSignal): Promise<WrittenBody> {
  const isShort = request.content.byteLength <= journaledBytes
  if (isStream(request.content) && !isShort) {
    let digests: Digests = { sha256: '', crc32c: '' }
    const pieces = checkedPieces(request.content, request, signal, (learned) => (digests = learned))
    return { written: await writeTemporaryPieces(folder, pieces), ...digests }
  }
  const content = isStream(request.content) ? await collected(request.content, request, signal) : request.content
  const written = await writeTemporaryFile(folder, content)
  return {
    written,
    sha256: request.sha256 ?? sha256Of(content.chunks),
    crc32c: crc32cText(content.chunks.reduce((crc, chunk) => crc32c(chunk, crc), 0)),
    ...(isShort ? { short: content.bytes } : {}),
  }
}

/** Deletes that take the folder away before the file is in it make it necessary to begin again. */
const attempts = 100

const flushFile = promisify(fsync)

/** Like `Promise.all`, but even a failure waits for the others: they use what is closed afterwards. */
async function allDone(work: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason
}

/** The path is a link: what it leads to is neither replaced nor deleted. */
export const isSymbolicLink = () =>
  invalidRequest('/path', 'path_symbolic_link', 'The path is a symbolic link, and is not written through.')

/** What is in the way. @throws when the path cannot become a document, or must be absent and is not. */
function checkPlace(file: string, { path, condition }: PutRequest): BigIntStats | undefined {
  const stats = statOf(file)
  if (stats?.isDirectory() === true) throw isFolder()
  if (stats?.isSymbolicLink() === true) throw isSymbolicLink()
  if (stats !== undefined && condition === 'absent') throw documentExists(path)
  return stats
}

/** The row of the file that has the wanted version. @throws `write_conflict`. */
async function rowOfVersion(root: Root, path: string, version: string, signal: AbortSignal): Promise<IndexRow> {
  const found = await withStoredFile(root, path, { signal }, async ({ row }) => row)
  if (found?.version !== version) throw writeConflict(path)
  return found
}

/** Puts a file in the place of whatever is there, if that has the wanted identity; answers the row of that. */
function replace(
  { index }: Root,
  from: string,
  to: string,
  request: PutRequest,
  wanted: string | undefined,
): IndexRow | undefined {
  return index.exclusively(() => {
    const stats = checkPlace(to, request)
    const identity = stats && identityOf(stats)
    if (wanted !== undefined && identity !== wanted) throw writeConflict(request.path)
    const replaced = identity === undefined ? undefined : index.find(request.path, identity)
    renameSync(from, to)
    return replaced
  })
}

/** Writes a document whole and durably, or not at all; see `createLocalDocumentStore` for how. */
export async function putFile(
  root: Root,
  request: PutRequest,
  signal: AbortSignal,
): Promise<{ readonly row: IndexRow; readonly stats: BigIntStats }> {
  const { index, paths, temporary, journal, syncFolder } = root
  const { path, contentType, metadata, condition } = request
  let to = await paths.forWriting(path)
  // A create needs no look beforehand: its `link` finds out by itself.
  const before = condition === 'absent' ? undefined : checkPlace(to.file, request)
  const old = typeof condition === 'object' ? await rowOfVersion(root, path, condition.version, signal) : undefined
  const wanted = old?.identity

  const { written, short, ...digests } = await writeBody(temporary, request, signal)
  const { stats, descriptor } = written
  const created = before && (index.find(path, identityOf(before)) ?? index.rows(path)[0])
  const row: IndexRow = {
    path,
    version: newVersion(),
    identity: identityOf(stats),
    contentType,
    ...digests,
    createdAt: created?.createdAt ?? (before ?? stats).birthtime.toISOString(),
    metadata,
  }
  const added = index.add(row)
  const kept = request.keepReplaced === true ? old : undefined
  const place = async (): Promise<IndexRow | undefined> => {
    await added
    throwIfCancelled(signal)
    for (let attempt = 1; ; attempt++) {
      try {
        // Names that are there already change in some µs, less than a hop to libuv's pool takes.
        if (condition !== 'absent') return replace(root, written.file, to.file, request, wanted)
        linkSync(written.file, to.file)
        return undefined
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || attempt === attempts || !existsSync(written.file)) throw error
      }
      // A delete left the folder empty, and took it away.
      to = await paths.forWriting(path, true)
      await to.durable()
    }
  }
  let isPlaced = false
  try {
    if (kept !== undefined) await keepVersion(root, to.file, kept)
    let replaced: IndexRow | undefined
    if (short !== undefined) {
      const over = condition === 'absent' ? 'nothing' : (wanted ?? 'anything')
      replaced = await journal.keep({ row, over, body: short }, place)
      isPlaced = true
    } else {
      await allDone([flushFile(descriptor), added.then(index.flush), to.durable()])
      replaced = await place()
      isPlaced = true
      await syncFolder(to.folder).catch((error: unknown) => {
        // Deleted again already, with its folder.
        if (errorCode(error) !== 'ENOENT') throw error
      })
    }
    // Not sooner: a loss of power could bring the old document back.
    if (replaced !== undefined) index.remove(path, replaced.version)
    return { row, stats }
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    checkPlace(to.file, request)
    throw documentExists(path)
  } finally {
    closeSync(descriptor)
    discard(written.file)
    // What was kept stays: another may have replaced that version, and kept it too.
    if (!isPlaced) index.remove(path, row.version)
  }
}

/** The same, and what it replaces stays readable: it is known which version that is, before another takes its place. */
export async function putFileKeeping(root: Root, request: PutRequest, signal: AbortSignal): ReturnType<typeof putFile> {
  if (request.condition !== 'any') return putFile(root, request, signal)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const version = await withStoredFile(root, request.path, { signal }, async ({ row }) => row.version)
    try {
      return await putFile(root, { ...request, condition: version === undefined ? 'absent' : { version } }, signal)
    } catch (error) {
      if (!ChanceryError.is(error) || (error.code !== 'write_conflict' && error.code !== 'document_exists')) throw error
    }
  }
  throw changedAllTheTime(request.path)
}
