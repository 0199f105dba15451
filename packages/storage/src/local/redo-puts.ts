import { closeSync, fstatSync, futimesSync, linkSync, lstatSync, renameSync, type BigIntStats } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { Content } from '@chancery/core'
import { identityOf, inodeAndTime, type DocumentIndex } from './document-index.ts'
import { errorCode, fileError } from './file-error.ts'
import { decodeRecords, type JournaledPut, type JournalRecord } from './journal-record.ts'
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

/** What the puts to one path come to. */
interface Outcome {
  /** The last of them. */
  readonly put: JournaledPut
  /** The inodes of the files that they made, and when, in ns. */
  readonly files: Map<bigint, bigint>
  /** What was there before the first of them. */
  readonly over: JournaledPut['over']
}

/** Something is in the way there, or never could be there. */
const isTaken = (error: unknown): boolean =>
  errorCode(error) === 'EEXIST' || fileError(error, '').code === 'invalid_request'

/** Within so many ns, a file is made and written. */
const writtenWithin = 1_000_000_000n

const timeOf = ({ row }: JournaledPut): bigint => inodeAndTime(row.identity).mtimeNs

function outcomesOf(records: readonly JournalRecord[]): Iterable<Outcome> {
  const failed = new Set(records.flatMap((record) => ('failed' in record ? [record.failed] : [])))
  const puts = records
    .filter((record): record is JournaledPut => !('failed' in record))
    .filter(({ row }) => !failed.has(row.version))
  // Those of several processes take turns; those of one stay as they are, since files take their times from one clock.
  puts.sort((a, b) => Number(timeOf(a) - timeOf(b)))
  const outcomes = new Map<string, Outcome>()
  for (const put of puts) {
    const before = outcomes.get(put.row.path)
    const { inode, mtimeNs } = inodeAndTime(put.row.identity)
    const files = (before?.files ?? new Map<bigint, bigint>()).set(inode, mtimeNs)
    // A put over the one before it stands on what that stood on.
    const over = before !== undefined && put.over === before.put.row.identity ? before.over : put.over
    outcomes.set(put.row.path, { put, files, over })
  }
  return outcomes.values()
}

/** Whether what is at the path now, and is not the document, may be replaced by it. */
function mayReplace({ put, files, over }: Outcome, found: BigIntStats | undefined): boolean {
  if (found === undefined) return over === 'nothing' || over === 'anything'
  if (found.isDirectory() || found.isSymbolicLink()) return false
  // Somebody wrote it later.
  if (found.mtimeNs > timeOf(put)) return false
  // Inodes are used again: one that is ours, and not whole, has its time too.
  const written = files.get(found.ino)
  const isOurs = written !== undefined && written - found.mtimeNs < writtenWithin
  return isOurs || over === 'anything' || over === identityOf(found)
}

async function isWhole(file: string, { row }: JournaledPut): Promise<boolean> {
  const handle = await open(file)
  try {
    return (await digest(handle, new AbortController().signal)).sha256 === row.sha256
  } finally {
    await handle.close()
  }
}

async function redo({ index, paths, temporary }: Root, outcome: Outcome): Promise<void> {
  const { row, body } = outcome.put
  const { file } = await paths.forWriting(row.path)
  const found = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  if (found !== undefined && identityOf(found) === row.identity && (await isWhole(file, outcome.put))) {
    return index.add(row)
  }
  if (!mayReplace(outcome, found)) return
  const written = await writeTemporaryFile(temporary, new Content([body]))
  try {
    // In the middle of its µs: as a fraction of seconds it may come out a little less.
    const stored = (Number(timeOf(outcome.put) / 1000n) + 0.5) / 1e6
    futimesSync(written.descriptor, stored, stored)
    await index.add({ ...row, identity: identityOf(fstatSync(written.descriptor, { bigint: true })) })
    if (found === undefined) linkSync(written.file, file)
    else renameSync(written.file, file)
  } finally {
    closeSync(written.descriptor)
    discard(written.file)
  }
}

/**
 * Does the puts again that a loss of power may have undone: of each path the last one, unless that is in its place and
 * whole, or somebody put something else there. What was written since the machine started is in its memory, and needs
 * nothing but a flush.
 * @returns the paths of which the documents are to be flushed
 */
export async function redoPuts(root: Root, journals: readonly AbandonedFile[]): Promise<readonly string[]> {
  const records: JournalRecord[] = []
  const settled: string[] = []
  for (const { file, isOfThisBoot } of journals) {
    // Another process that starts now may have been quicker.
    const journal = await readFile(file).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return Buffer.alloc(0)
      throw error
    })
    const found = [...decodeRecords(journal)]
    for (const record of found) if (!('failed' in record)) settled.push(record.row.path)
    if (!isOfThisBoot) for (const item of found) records.push(item)
  }
  for (const outcome of outcomesOf(records)) {
    try {
      await redo(root, outcome)
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  return [...new Set(settled)]
}
