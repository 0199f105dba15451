import { closeSync, fsync, linkSync, openSync } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeConflict } from '../store-errors.ts'
import { identityOf, type DocumentIndex, type IndexRow } from './document-index.ts'
import { errorCode } from './file-error.ts'
import type { StoredFile } from './stored-file.ts'
import { statOf } from './temporary-files.ts'

interface Root {
  readonly index: DocumentIndex
  /** The folder of older versions, each a file of that name. */
  readonly versions: string
  readonly syncFolder: (folder: string) => Promise<void>
}

const flushFile = promisify(fsync)

/**
 * Keeps what is about to be replaced: the file gets a second name among the versions, and its row a second place. Durable
 * when it resolves, so that no version is lost when the first name goes to another file.
 * @throws `write_conflict` when another file is there by now
 */
export async function keepVersion({ index, versions, syncFolder }: Root, file: string, row: IndexRow): Promise<void> {
  const kept = join(versions, row.version)
  index.kept.add(row)
  try {
    linkSync(file, kept)
  } catch (error) {
    // Kept already, by a put that failed afterwards.
    if (errorCode(error) === 'ENOENT') throw writeConflict(row.path)
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const stats = statOf(kept)
  if (stats === undefined || identityOf(stats) !== row.identity) {
    await dropVersion({ index, versions }, row)
    throw writeConflict(row.path)
  }
  const descriptor = openSync(kept, 'r')
  try {
    await flushFile(descriptor)
  } finally {
    closeSync(descriptor)
  }
  await Promise.all([index.flush(), syncFolder(versions)])
}

/** Lets an older version go. */
async function dropVersion({ index, versions }: Pick<Root, 'index' | 'versions'>, row: IndexRow): Promise<void> {
  index.kept.remove(row.path, row.version)
  await unlink(join(versions, row.version)).catch(() => undefined)
}

/** Lets all older versions of a document go that is there no more. */
export async function dropVersions(root: Pick<Root, 'index' | 'versions'>, path: string): Promise<void> {
  for (const row of root.index.kept.rows(path)) await dropVersion(root, row)
}

/** Opens an older version, and closes it after use. `undefined`: it is not kept. */
export async function withKeptVersion<Result>(
  { index, versions }: Pick<Root, 'index' | 'versions'>,
  path: string,
  version: string,
  use: (stored: StoredFile) => Promise<Result>,
): Promise<Result | undefined> {
  const row = index.kept.rows(path).find((each) => each.version === version)
  if (row === undefined) return undefined
  const handle = await open(join(versions, version)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  try {
    const stats = await handle?.stat({ bigint: true })
    return handle === undefined || stats === undefined ? undefined : await use({ row, stats, handle })
  } finally {
    await handle?.close()
  }
}
