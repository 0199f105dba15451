import type { BigIntStats } from 'node:fs'
import { identityOf, inodeAndTime } from './document-index.ts'
import type { JournaledDelete, JournaledPut, JournalRecord } from './journal-record.ts'

/** What a process journaled, in its order. */
export type ProcessRecords = readonly JournalRecord[]

/** What the puts and deletes of one path come to. */
export interface Outcome {
  readonly path: string
  /** The document that is there; `undefined` for none. */
  readonly put: JournaledPut | undefined
  readonly deletes: readonly JournaledDelete[]
  /** When the last of them was, in ns. */
  readonly time: bigint
  /** The inodes of the files that they made or took away, and when those were written, in ns. */
  readonly files: ReadonlyMap<bigint, bigint>
  /** What was there before the first of them. */
  readonly over: JournaledPut['over']
}

interface Event {
  readonly record: JournaledPut | JournaledDelete
  readonly path: string
  readonly time: bigint
}

/** Within so many ns, a file is made and written. */
const writtenWithin = 1_000_000_000n

/** The clock that files take their times from lags behind by up to so many ns. */
const tick = 10_000_000n

const isPut = (record: JournaledPut | JournaledDelete): record is JournaledPut => 'row' in record
const timeOf = ({ row }: JournaledPut): bigint => inodeAndTime(row.identity).mtimeNs
const later = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** All that was done, in its order. Those of one process stay in theirs. */
function eventsOf(processes: readonly ProcessRecords[]): Event[] {
  const records = processes.flat()
  const failed = new Set(records.flatMap((record) => ('failed' in record ? [record.failed] : [])))
  const putAt = new Map(records.flatMap((record) => ('row' in record ? [[record.row.version, timeOf(record)]] : [])))
  const events: Event[] = []
  for (const own of processes) {
    let last = 0n
    for (const record of own) {
      if ('failed' in record) continue
      if (isPut(record)) {
        // Files take their times from one clock, and are journaled as they are made.
        last = later(last, timeOf(record))
        if (!failed.has(record.row.version)) events.push({ record, path: record.row.path, time: last })
      } else {
        // No sooner than what it took away, nor than what was journaled before it; no later than what came after it.
        const isBehind = later(last, putAt.get(record.version ?? '') ?? 0n)
        last = later(isBehind, BigInt(record.at) * 1_000_000n - tick)
        if (!failed.has(record.id)) events.push({ record, path: record.path, time: last })
      }
    }
  }
  return events.sort((a, b) => Number(a.time - b.time))
}

/** What each path comes to. */
export function outcomesOf(processes: readonly ProcessRecords[]): Iterable<Outcome> {
  const events = eventsOf(processes)
  // In one tick of the clock, a delete and the put that it took back may be told in the wrong order.
  const gone = new Set(events.map(({ record }) => (isPut(record) ? undefined : record.version)))
  const outcomes = new Map<string, Outcome>()
  for (const { record, path, time } of events) {
    const before = outcomes.get(path)
    const identity = isPut(record) ? record.row.identity : record.deleted
    const { inode, mtimeNs } = inodeAndTime(identity)
    const files = new Map(before?.files).set(inode, mtimeNs)
    const deletes = before?.deletes ?? []
    if (isPut(record)) {
      // A put over the one before it, or over what a delete left, stands on what that stood on.
      const base = before?.put?.row.identity ?? 'nothing'
      const over = before !== undefined && record.over === base ? before.over : record.over
      const put = gone.has(record.row.version) ? before?.put : record
      outcomes.set(path, { path, put, deletes, time, files, over })
    } else {
      const over = before?.over ?? record.deleted
      outcomes.set(path, { path, put: undefined, deletes: [...deletes, record], time, files, over })
    }
  }
  return outcomes.values()
}

/** Whether what is at the path now, and is not what ought to be, may be replaced or taken away. */
export function mayReplace({ time, files, over, deletes }: Outcome, found: BigIntStats | undefined): boolean {
  if (found === undefined) return over === 'nothing' || over === 'anything' || deletes.length > 0
  if (!found.isFile()) return false
  if (deletes.some(({ deleted }) => deleted === identityOf(found))) return true
  // Somebody wrote it later.
  if (found.mtimeNs > time) return false
  // Inodes are used again: one that is ours, and not whole, has its time too.
  const written = files.get(found.ino)
  const isOurs = written !== undefined && written - found.mtimeNs < writtenWithin
  return isOurs || over === 'anything' || over === identityOf(found)
}
