import { closeSync, fdatasync, openSync, writeSync, writevSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { groupCommit } from './group-commit.ts'
import { encodeRecord, type JournaledDelete, type JournaledPut } from './journal-record.ts'
import { isBehindAnother } from './journals-of-others.ts'
import { ownedName } from './owned-names.ts'
import { discard } from './temporary-files.ts'

/** One file of the journal. */
interface Segment {
  readonly file: string
  readonly descriptor: number
  /** Bytes that are written; what lies behind them is left over from a write that failed. */
  end: number
  /** Of each of its puts and deletes, when it is done: the path, or nothing if it failed. */
  readonly placed: Promise<string | undefined>[]
  hasDeletes: boolean
}

/** What waits to be written. */
interface Entry {
  readonly pieces: readonly Uint8Array[]
  readonly placed?: Promise<string | undefined>
  readonly isDelete?: boolean
}

interface JournalSettings {
  /** Where its files lie. */
  readonly folder: string
  /** Makes the documents at these paths, and what is known of them, durable in their places. */
  readonly settle: (paths: readonly string[]) => Promise<void>
  /** A segment of this many bytes is settled. */
  readonly segmentBytes?: number
  /** A segment is settled at the latest so many ms after its first record. */
  readonly settleAfterMs?: number
}

/** Whoever would add to a journal of so many full segments waits for the disk. */
const mostFull = 3

const flushData = promisify(fdatasync)

export type Journal = ReturnType<typeof createJournal>

/**
 * A redo log: a put or a delete that is in it survives a loss of power before its file, or the lack of one, does. One
 * write and one flush serve all that wait, while files of their own would each need a flush. Once the files are durable
 * too, which is seen to for many at once, the segment goes. See `redoJournals` for how it is read.
 */
export function createJournal({ folder, settle, segmentBytes = 32 * 2 ** 20, settleAfterMs = 5000 }: JournalSettings) {
  let current: Segment | undefined
  let waiting: Entry[] = []
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  let full: Segment[] = []
  /** Settled, and not let go yet. */
  let kept: Segment[] = []
  let recheck: NodeJS.Timeout | undefined
  let settling: Promise<void> = Promise.resolve()

  const settleFull = async (): Promise<void> => {
    const segments = full
    if (segments.length === 0) return
    const paths = await Promise.all(segments.flatMap(({ placed }) => placed))
    await settle([...new Set(paths.filter((path) => path !== undefined))])
    full = full.filter((segment) => !segments.includes(segment))
    kept.push(...segments)
    letGo()
  }

  /** A delete of what another process put has to be known as long as the put is in the journal of that one. */
  const letGo = (): void => {
    clearTimeout(recheck)
    const own = new Set([...kept, ...full, ...(current === undefined ? [] : [current])].map(({ file }) => file))
    kept = kept.filter(({ file, hasDeletes }) => {
      if (hasDeletes && isBehindAnother(file, own)) return true
      discard(file)
      return false
    })
    if (kept.length > 0) recheck = setTimeout(letGo, settleAfterMs).unref()
  }

  const begin = (): Segment => {
    const file = join(folder, ownedName())
    const segment: Segment = { file, descriptor: openSync(file, 'wx'), end: 0, placed: [], hasDeletes: false }
    timer = setTimeout(() => {
      isDue = true
      commit().catch(() => undefined)
    }, settleAfterMs).unref()
    return segment
  }

  /** Ends the current segment, and settles what is full. What cannot be settled is left to the next attempt. */
  const end = (): void => {
    clearTimeout(timer)
    isDue = false
    if (current !== undefined) {
      full.push(current)
      closeSync(current.descriptor)
      current = undefined
    }
    settling = settling.catch(() => undefined).then(settleFull)
    settling.catch(() => undefined)
  }

  const write = async (group: readonly Entry[]): Promise<void> => {
    if (full.length >= mostFull) {
      end()
      await settling
    }
    current ??= begin()
    for (const { placed, isDelete } of group) {
      if (placed !== undefined) current.placed.push(placed)
      if (isDelete === true) current.hasDeletes = true
    }
    try {
      current.end += writeAll(
        current,
        group.flatMap(({ pieces }) => pieces),
      )
      await flushData(current.descriptor)
    } catch (error) {
      // Nobody knows what of it is on the disk: no more is added to this segment.
      end()
      throw error
    }
  }

  const commit = groupCommit(async () => {
    const group = waiting
    waiting = []
    try {
      if (group.length > 0) await write(group)
    } finally {
      if (isDue || (current !== undefined && current.end >= segmentBytes)) end()
    }
  })

  /** The last put or delete of each path that is not done yet. */
  const pending = new Map<string, Promise<unknown>>()

  return {
    /**
     * Keeps a put or a delete, durably, and then does it: those of one path in the order in which a redo takes them. One
     * that fails is taken back; that need not be durable, for nobody was told of it.
     */
    async keep<Result>(record: JournaledPut | JournaledDelete, place: () => Promise<Result>): Promise<Result> {
      const isDelete = !('row' in record)
      const { path } = isDelete ? record : record.row
      const before = pending.get(path)
      const placed = Promise.withResolvers<string | undefined>()
      pending.set(path, placed.promise)
      try {
        waiting.push({ pieces: encodeRecord(record), placed: placed.promise, isDelete })
        await commit()
        if (before !== undefined) await before
        const result = await place()
        placed.resolve(path)
        return result
      } catch (error) {
        placed.resolve(undefined)
        waiting.push({ pieces: encodeRecord({ failed: isDelete ? record.id : record.row.version }) })
        commit().catch(() => undefined)
        throw error
      } finally {
        if (pending.get(path) === placed.promise) pending.delete(path)
      }
    },
    /** Makes durable in its place what is in the journal, also where that cannot be written any more. */
    async settle(): Promise<void> {
      isDue = true
      await commit().catch(() => undefined)
      await settling
    },
    /** Settles everything. */
    async close(): Promise<void> {
      isDue = true
      await commit()
      await settling
      letGo()
      clearTimeout(recheck)
    },
  }
}

/** Answers how many bytes. */
function writeAll({ descriptor, end }: Segment, pieces: readonly Uint8Array[]): number {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  let written = writevSync(descriptor, pieces, end)
  if (written === length) return length
  const rest = Buffer.concat(pieces)
  while (written < length) written += writeSync(descriptor, rest, written, length - written, end + written)
  return length
}
