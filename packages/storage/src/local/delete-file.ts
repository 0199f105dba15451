import { type BigIntStats, renameSync, unlink } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ChanceryError, type DeleteCondition, throwIfCancelled } from '@chancery/core'
import { changedAllTheTime, writeConflict } from '../store-errors.ts'
import { identityOf } from './document-index.ts'
import { errorCode } from './file-error.ts'
import type { JournaledDelete } from './journal-record.ts'
import { ownedName } from './owned-names.ts'
import { dropVersions } from './kept-versions.ts'
import { newVersion } from './new-version.ts'
import { isSymbolicLink, type Root } from './put-file.ts'
import { withStoredFile } from './stored-file.ts'
import { statOf } from './temporary-files.ts'

/** A document to delete, as it was found. */
interface Found {
  readonly file: string
  readonly folder: string
  readonly identity: string
  /** Of its row, if it has one. */
  readonly version: string | undefined
}

/** A document that others replace without end is given up after this many attempts. */
const attempts = 20

const unlinkFile = promisify(unlink)

/** What is there; nothing, where the folder is a document. */
function whatIsAt(file: string): BigIntStats | undefined {
  try {
    return statOf(file)
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/** @throws `write_conflict` when what is there has another version than the condition names. */
async function find(
  root: Root,
  path: string,
  condition: DeleteCondition,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const place = root.paths.forDeleting(path)
  const stats = place && whatIsAt(place.file)
  if (stats?.isSymbolicLink() === true) throw isSymbolicLink()
  if (place === undefined || !stats?.isFile()) return undefined
  let identity = identityOf(stats)
  if (condition !== 'any') {
    const row = await withStoredFile(root, path, { signal }, async (stored) => stored.row)
    if (row === undefined) return undefined
    if (row.version !== condition.version) throw writeConflict(path)
    identity = row.identity
  }
  return { ...place, identity, version: root.index.find(path, identity)?.version }
}

/** Takes the file away from its place, if it is the one that was found: the commit. @returns where it is now */
function takeAway({ index, temporary }: Root, path: string, { file, identity, version }: Found): string {
  const aside = join(temporary, ownedName())
  index.exclusively(() => {
    const stats = whatIsAt(file)
    const isSame = stats !== undefined && identityOf(stats) === identity
    // An inode that was freed is used again at once, perhaps within a tick of the clock.
    if (!isSame || (version !== undefined && index.find(path, identity)?.version !== version)) {
      throw changedAllTheTime(path)
    }
    renameSync(file, aside)
  })
  return aside
}

/** Never fails: the document is deleted already, and what stays is removed at the next start. */
async function forget(root: Root, path: string, { folder, version }: Found, aside: string): Promise<void> {
  try {
    if (version !== undefined) root.index.remove(path, version)
    await dropVersions(root, path)
  } catch {
    // A row without its file means nothing.
  }
  root.paths.prune(folder)
  // Of a large file it takes a while.
  await unlinkFile(aside).catch(() => undefined)
}

/** @throws `write_conflict` when it was changed since it was found. */
async function deleteFound(root: Root, path: string, found: Found, signal: AbortSignal): Promise<void> {
  const { journal, syncFolder } = root
  const { identity: deleted, version } = found
  const known = version === undefined ? {} : { version }
  const record: JournaledDelete = { id: newVersion(), path, deleted, ...known, at: Date.now() }
  const take = (): string => {
    throwIfCancelled(signal)
    return takeAway(root, path, found)
  }
  let isJournaled = false
  try {
    const aside = await journal.keep(record, async () => {
      isJournaled = true
      return take()
    })
    await forget(root, path, found, aside)
  } catch (error) {
    if (isJournaled) throw error
    // A full disk must not keep anybody from making room. With nothing left to do again, a flush of the folder is enough.
    await journal.settle()
    const aside = take()
    await syncFolder(found.folder)
    await forget(root, path, found, aside)
  }
}

/** Deletes a document whole and durably, or not at all; see `createLocalDocumentStore` for how. */
export async function deleteFile(
  root: Root,
  path: string,
  condition: DeleteCondition,
  signal: AbortSignal,
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await find(root, path, condition, signal)
    if (found === undefined) return false
    try {
      await deleteFound(root, path, found, signal)
      return true
    } catch (error) {
      // The next look tells what is there now.
      if (!ChanceryError.is(error) || error.code !== 'write_conflict') throw error
    }
  }
  throw changedAllTheTime(path)
}
