import { closeSync, fstatSync, futimesSync, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { Content } from '@chancery/core'
import { identityOf, inodeAndTime, type DocumentIndex } from './document-index.ts'
import { errorCode, fileError } from './file-error.ts'
import { mayReplace, type Outcome, outcomesOf } from './journal-outcomes.ts'
import { decodeRecords, encodeRecord, type JournaledPut, type JournalRecord } from './journal-record.ts'
import type { AbandonedFile } from './owned-names.ts'
import type { RootPaths } from './root-paths.ts'
import { digest } from './stored-file.ts'
import { discard, writeTemporaryFile } from './temporary-files.ts'

interface Root {
  readonly index: DocumentIndex
  readonly paths: RootPaths
  /** The folder for files that are not in place yet. */
  readonly temporary: string
}

/** Something is in the way there, or never could be there. */
const isTaken = (error: unknown): boolean =>
  errorCode(error) === 'EEXIST' || fileError(error, '').code === 'invalid_request'

async function isWhole(file: string, { row }: JournaledPut): Promise<boolean> {
  const handle = await open(file)
  try {
    return (await digest(handle, new AbortController().signal)).sha256 === row.sha256
  } finally {
    await handle.close()
  }
}

async function redoPut({ index, paths, temporary }: Root, put: JournaledPut, outcome: Outcome): Promise<void> {
  const { row, body } = put
  const { file } = await paths.forWriting(row.path)
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  if (found !== undefined && identityOf(found) === row.identity && (await isWhole(file, put))) {
    return index.add(row)
  }
  if (!mayReplace(outcome, found)) return
  const written = await writeTemporaryFile(temporary, new Content([body]))
  try {
    // In the middle of its µs: as a fraction of seconds it may come out a little less.
    const stored = (Number(inodeAndTime(row.identity).mtimeNs / 1000n) + 0.5) / 1e6
    futimesSync(written.descriptor, stored, stored)
    await index.add({ ...row, identity: identityOf(fstatSync(written.descriptor, { bigint: true })) })
    if (found === undefined) linkSync(written.file, file)
    else renameSync(written.file, file)
  } finally {
    closeSync(written.descriptor)
    discard(written.file)
  }
}

function redoDelete({ index, paths }: Root, outcome: Outcome): void {
  const place = paths.forDeleting(outcome.path)
  const found = place && lstatSync(place.file, { bigint: true, throwIfNoEntry: false })
  if (place === undefined || found === undefined || !mayReplace(outcome, found)) return
  const row = index.find(outcome.path, identityOf(found))
  unlinkSync(place.file)
  if (row !== undefined) index.remove(outcome.path, row.version)
  paths.prune(place.folder)
}

async function redo(root: Root, outcome: Outcome): Promise<void> {
  try {
    if (outcome.put === undefined) redoDelete(root, outcome)
    else await redoPut(root, outcome.put, outcome)
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  for (const { path, version } of outcome.deletes) if (version !== undefined) root.index.remove(path, version)
}

/** What was read out of journals, and done again. */
export interface Redone {
  /** Of the documents that are to be flushed, or whose absence is. */
  readonly paths: readonly string[]
  /** The journals that hold deletes, and their records of these. */
  readonly deletes: ReadonlyMap<string, readonly Uint8Array[]>
}

/** Whether the very file that was put has less in it, though nobody wrote to it since. */
function isTorn({ paths }: Root, { row, body }: JournaledPut): boolean {
  const { inode, mtimeNs } = inodeAndTime(row.identity)
  try {
    const place = paths.forDeleting(row.path)
    const found = place && lstatSync(place.file, { bigint: true, throwIfNoEntry: false })
    return found !== undefined && found.ino === inode && found.mtimeNs <= mtimeNs && found.size < body.length
  } catch (error) {
    // A put that was refused below a document, or a document where the folder of a deleted one was.
    if (isTaken(error)) return false
    throw error
  }
}

/** Whose a journal is: all of its name but the number. */
const ownerOf = (file: string): string => file.slice(0, file.lastIndexOf('.'))

/**
 * Does again what a loss of power may have undone. Of each path that is the last put, unless that is in its place and
 * whole, or the last delete, unless nothing is there; but not if somebody put something else there. What was written
 * since the machine started is in its memory, and needs nothing but a flush; unless the file system failed and was mounted
 * anew, which a file tells that lost its bytes.
 */
export async function redoJournals(root: Root, journals: readonly AbandonedFile[]): Promise<Redone> {
  const processes = new Map<string, JournalRecord[]>()
  const ofThisBoot = new Map<string, JournalRecord[]>()
  const paths = new Set<string>()
  const deletes = new Map<string, readonly Uint8Array[]>()
  for (const { file, isOfThisBoot } of journals) {
    // Another process that starts now may have been quicker.
    const journal = await readFile(file).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return Buffer.alloc(0)
      throw error
    })
    const owners = isOfThisBoot ? ofThisBoot : processes
    const records = owners.get(ownerOf(file)) ?? []
    const ofDeletes: JournalRecord[] = []
    for (const record of decodeRecords(journal)) {
      records.push(record)
      if ('row' in record) paths.add(record.row.path)
      else ofDeletes.push(record)
      if ('deleted' in record) paths.add(record.path)
    }
    if (ofDeletes.some((record) => 'deleted' in record)) deletes.set(file, ofDeletes.flatMap(encodeRecord))
    owners.set(ownerOf(file), records)
  }
  const isLost = [...ofThisBoot.values()].flat().some((record) => 'row' in record && isTorn(root, record))
  const lost = [...processes.values(), ...(isLost ? ofThisBoot.values() : [])]
  for (const outcome of outcomesOf(lost)) await redo(root, outcome)
  return { paths: [...paths], deletes }
}
