import { closeSync, fdatasync, lstatSync, openSync, readdirSync, writevSync, type BigIntStats } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { discard } from './temporary-files.ts'

/** A journal by such a name holds no puts. */
const ending = '.deletes'

const flushData = promisify(fdatasync)

const statOf = (file: string): BigIntStats | undefined => lstatSync(file, { bigint: true, throwIfNoEntry: false })

/**
 * Whether another journal was begun before this one was last written to, so that a put in that one may be of a document
 * that a delete in this one took away: were this one gone, a start after a loss of power would do the put again.
 * @param own journals that are not another's
 */
export function isBehindAnother(journal: string, own: ReadonlySet<string>): boolean {
  const stats = statOf(journal)
  if (stats === undefined) return false
  const folder = dirname(journal)
  return readdirSync(folder)
    .filter((name) => !name.endsWith(ending))
    .map((name) => join(folder, name))
    .some((file) => !own.has(file) && (statOf(file)?.birthtimeNs ?? stats.mtimeNs + 1n) <= stats.mtimeNs)
}

/**
 * Puts the deletes of a settled journal in its place: its puts would in turn be in the way of the deletes of others.
 * @param records as they were written
 * @returns the file; the journal itself where no other can be written
 */
export async function keepDeletes(journal: string, records: readonly Uint8Array[]): Promise<string> {
  if (journal.endsWith(ending)) return journal
  const file = journal + ending
  try {
    const descriptor = openSync(file, 'w')
    try {
      const whole = Buffer.concat(records)
      if (writevSync(descriptor, [whole]) < whole.length) throw new Error('The disk is full.')
      await flushData(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    discard(file)
    return journal
  }
  discard(journal)
  return file
}
