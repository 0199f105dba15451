import { join } from 'node:path'
import { type FolderSummary, ownFolderOf, untilAborted } from '@chancery/core'
import { type FolderRow, type FolderRows, openFolderRows } from './folder-rows.ts'
import { refreshFolders } from './refresh-folders.ts'

/** Rows that are read at once. */
const batch = 500

export type FolderIndex = ReturnType<typeof openFolderIndex>

const isoOf = (ms: number): string => new Date(Math.trunc(ms)).toISOString()

/**
 * How much lies in each folder, kept in a SQLite file beside the store, and held to the directories whenever it is asked:
 * a directory whose names are as they were is not read again. A change within a file that somebody else edits in place is
 * seen when its folder changes, or within some hours.
 * @param root real name of the store's root
 */
export function openFolderIndex(own: string, root: string) {
  let opened: FolderRows | undefined
  const rows = (): FolderRows => (opened ??= openFolderRows(join(own, 'folders.sqlite')))
  /** Of this process; what others write is seen when the age of what is known is over. */
  let writes = 0
  const refreshed = new Map<string, { readonly at: number; readonly writes: number; readonly isThere: boolean }>()
  const running = new Map<string, Promise<boolean>>()
  const queued = new Map<string, Promise<boolean>>()

  const begin = (key: string): Promise<boolean> => {
    const started = { at: Date.now(), writes }
    const work = refreshFolders(rows(), root, key)
      .then((isThere) => {
        refreshed.set(key, { ...started, isThere })
        return isThere
      })
      .finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  /** One that begins from now on: what runs already may have passed by what changed since. */
  const refresh = (key: string): Promise<boolean> => {
    const active = running.get(key)
    if (active === undefined) return begin(key)
    const next =
      queued.get(key) ??
      active
        .catch(() => undefined)
        .then(() => {
          queued.delete(key)
          return refresh(key)
        })
    queued.set(key, next)
    return next
  }

  /** Of the folder itself, or of one above it. */
  const isFresh = (key: string, maxAgeMs: number): boolean => {
    const until = Date.now() - maxAgeMs
    for (let above = key; ; above = above.slice(0, above.lastIndexOf('/', above.length - 2) + 1)) {
      const found = refreshed.get(above)
      const isPart = above !== '' || ownFolderOf(key) === undefined
      if (found?.isThere === true && isPart && found.at >= until && found.writes === writes) return true
      if (above === '') return false
    }
  }

  return {
    /** Something was put or deleted: what was known may be so no more. */
    changed(): void {
      writes++
    },
    /** See `DocumentStore.folders`. @param folder path, through no link */
    async *summaries(
      folder: string,
      options: {
        readonly after?: string
        readonly depth?: number
        readonly maxAgeMs?: number
        readonly signal: AbortSignal
      },
    ): AsyncGenerator<FolderSummary> {
      const { after, depth = Infinity, maxAgeMs = 0, signal } = options
      const key = folder === '' ? '' : `${folder}/`
      if (maxAgeMs < Infinity && (maxAgeMs === 0 || !isFresh(key, maxAgeMs))) {
        if (!(await untilAborted(refresh(key), signal))) return
      }
      const top = rows().find(key)
      if (top === undefined) return
      if (after === undefined) yield summaryOf(top)
      const levels = Math.min(depth, 1000)
      for (let from = after ?? key; levels > 0;) {
        const page = rows().below(key, from, levels, batch)
        let jump: string | undefined
        for (const row of page) {
          // Of the root, they are no part.
          if (key === '' && ownFolderOf(row.key) !== undefined) {
            jump = `${row.key.split('/', 1)[0]}0`
            break
          }
          yield summaryOf(row)
        }
        signal.throwIfAborted()
        if (jump === undefined && page.length < batch) return
        from = jump ?? page.at(-1)?.key ?? from
      }
    },
    /** Waits for what it is at. */
    async close(): Promise<void> {
      await Promise.allSettled([...running.values(), ...queued.values()])
      opened?.close()
      opened = undefined
      refreshed.clear()
    },
  }
}

const summaryOf = ({ key, changedAt, all }: FolderRow): FolderSummary => ({
  path: key.slice(0, -1),
  updatedAt: isoOf(changedAt),
  documents: all.documents,
  folders: all.folders,
  bytes: all.bytes,
  ...(all.latest === 0 ? {} : { modifiedAt: isoOf(all.latest) }),
})
