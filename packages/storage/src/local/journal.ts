import { closeSync, fdatasync, openSync, writeSync, writevSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { groupCommit } from './group-commit.ts'
import { encodeRecord, type JournaledPut } from './journal-record.ts'
import { ownedName } from './owned-names.ts'
import { discard } from './temporary-files.ts'

/** One file of the journal. */
interface Segment {
  readonly file: string
  readonly descriptor: number
  /** Bytes that are written; what lies behind them is left over from a write that failed. */
  end: number
  /** Of each of its puts, when its file is in its place: the path, or nothing if it failed. */
  readonly placed: Promise<string | undefined>[]
}

/** What waits to be written. */
interface Entry {
  readonly pieces: readonly Uint8Array[]
  readonly placed?: Promise<string | undefined>
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
 * A redo log: a put that is in it survives a loss of power, before its file does. One write and one flush serve all
 * puts that wait, while files of their own would each need a flush. Once their files are durable too, which is seen to
 * for many at once, the segment goes. See `redoPuts` for how it is read.
 */
export function createJournal({ folder, settle, segmentBytes = 32 * 2 ** 20, settleAfterMs = 5000 }: JournalSettings) {
  let current: Segment | undefined
  let waiting: Entry[] = []
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  let full: Segment[] = []
  let settling: Promise<void> = Promise.resolve()

  const settleFull = async (): Promise<void> => {
    const segments = full
    if (segments.length === 0) return
    const paths = await Promise.all(segments.flatMap(({ placed }) => placed))
    await settle([...new Set(paths.filter((path) => path !== undefined))])
    full = full.filter((segment) => !segments.includes(segment))
    for (const { file } of segments) discard(file)
  }

  const begin = (): Segment => {
    const file = join(folder, ownedName())
    const segment: Segment = { file, descriptor: openSync(file, 'wx'), end: 0, placed: [] }
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
    for (const { placed } of group) if (placed !== undefined) current.placed.push(placed)
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
    if (group.length > 0) await write(group)
    if (isDue || (current !== undefined && current.end >= segmentBytes)) end()
  })

  return {
    /**
     * Keeps a put, durably, and then puts its file in its place. A put that fails is taken back; that need not be
     * durable, for nobody was told of it.
     */
    async keep<Result>(put: JournaledPut, place: () => Promise<Result>): Promise<Result> {
      const { path, version } = put.row
      const placed = Promise.withResolvers<string | undefined>()
      try {
        waiting.push({ pieces: encodeRecord(put), placed: placed.promise })
        await commit()
        const result = await place()
        placed.resolve(path)
        return result
      } catch (error) {
        placed.resolve(undefined)
        waiting.push({ pieces: encodeRecord({ failed: version }) })
        commit().catch(() => undefined)
        throw error
      }
    },
    /** Settles everything. */
    async close(): Promise<void> {
      isDue = true
      await commit()
      await settling
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
