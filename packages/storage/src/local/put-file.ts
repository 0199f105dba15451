import { createHash, randomUUID } from 'node:crypto'
import { closeSync, fsync, linkSync, lstatSync, renameSync, type BigIntStats } from 'node:fs'
import { promisify } from 'node:util'
import { invalidRequest, type PutRequest, throwIfCancelled } from '@chancery/core'
import { crc32c, crc32cText } from '../crc32c.ts'
import { documentExists, isFolder, writeConflict } from '../store-errors.ts'
import { identityOf, type DocumentIndex, type IndexRow } from './document-index.ts'
import { errorCode } from './file-error.ts'
import type { RootPaths } from './root-paths.ts'
import { discard, type SecondNames } from './second-names.ts'
import { withStoredFile } from './stored-file.ts'
import { writeTemporaryFile } from './temporary-files.ts'

interface Root {
  readonly index: DocumentIndex
  readonly paths: RootPaths
  /** The folder for files that are not in place yet. */
  readonly temporary: string
  /** Makes its names durable. */
  readonly syncTemporary: () => Promise<void>
  readonly syncFolder: (folder: string) => Promise<void>
  readonly secondNames: SecondNames
}

const sha256Of = (chunks: readonly Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

const flushFile = promisify(fsync)

/** Sorts by time, to the millisecond. */
const newVersion = (): string => Date.now().toString(36) + randomUUID().slice(-12)

const statOf = (file: string): BigIntStats | undefined => lstatSync(file, { bigint: true, throwIfNoEntry: false })

/** Like `Promise.all`, but even a failure waits for the others: they use what is closed afterwards. */
async function allDone(work: readonly Promise<unknown>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === 'rejected') throw one.reason
}

/** What is in the way. @throws when the path cannot become a document, or must be absent and is not. */
function checkPlace(file: string, { path, condition }: PutRequest): BigIntStats | undefined {
  const stats = statOf(file)
  if (stats?.isDirectory() === true) throw isFolder()
  if (stats?.isSymbolicLink() === true) {
    throw invalidRequest('/path', 'path_symbolic_link', 'The path is a symbolic link, and is not written through.')
  }
  if (stats !== undefined && condition === 'absent') throw documentExists(path)
  return stats
}

/** The identity of the file that has the wanted version. @throws `write_conflict`. */
async function identityOfVersion(root: Root, path: string, version: string, signal: AbortSignal): Promise<string> {
  const found = await withStoredFile(root, path, { signal }, async ({ row }) => row)
  if (found?.version !== version) throw writeConflict(path)
  return found.identity
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
  const { index, paths, temporary, syncTemporary, syncFolder, secondNames } = root
  const { path, content, contentType, metadata, condition } = request
  const { file, folder, durable } = await paths.forWriting(path)
  // A create needs no look beforehand: its `link` finds out by itself.
  const before = condition === 'absent' ? undefined : checkPlace(file, request)
  const wanted =
    typeof condition === 'object' ? await identityOfVersion(root, path, condition.version, signal) : undefined

  const written = await writeTemporaryFile(temporary, content)
  const { stats, descriptor } = written
  const created = before && (index.find(path, identityOf(before)) ?? index.rows(path)[0])
  const row: IndexRow = {
    path,
    version: newVersion(),
    identity: identityOf(stats),
    contentType,
    sha256: request.sha256 ?? sha256Of(content.chunks),
    crc32c: crc32cText(content.chunks.reduce((crc, chunk) => crc32c(chunk, crc), 0)),
    createdAt: created?.createdAt ?? (before ?? stats).birthtime.toISOString(),
    metadata,
  }
  let committed = false
  try {
    await allDone([flushFile(descriptor), syncTemporary(), index.add(row), durable])
    throwIfCancelled(signal)
    // Names that are there already change in some µs, less than a hop to libuv's pool takes.
    if (condition === 'absent') {
      linkSync(written.file, file)
      committed = true
      // Under its temporary name it is durable, and a start can finish the put: nothing has to be waited for.
      secondNames.keep(written.file, folder)
    } else {
      const replaced = replace(root, written.file, file, request, wanted)
      committed = true
      await syncFolder(folder)
      // Not sooner: a loss of power could bring the old document back.
      if (replaced !== undefined) index.remove(path, replaced.version)
    }
    return { row, stats }
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    checkPlace(file, request)
    throw documentExists(path)
  } finally {
    closeSync(descriptor)
    if (!committed) {
      discard(written.file)
      index.remove(path, row.version)
    }
  }
}
