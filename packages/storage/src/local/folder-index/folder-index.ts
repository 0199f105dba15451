import { join } from 'node:path'
import { type DocumentStore, type FolderSummary, ownFolderOf, untilAborted } from '@chancery/core'
import { type FolderRow, type FolderRows, openFolderRows } from './folder-rows.ts'
import { refreshFolders } from './refresh-folders.ts'

/** Rows that are read at once. */
const batch = 500
/** More than a path can have. */
const mostLevels = 1024

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
  let life = new AbortController()

  const begin = (key: string): Promise<boolean> => {
    const started = { at: Date.now(), writes }
    const work = refreshFolders(rows(), root, key, life.signal)
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
      options: Parameters<NonNullable<DocumentStore['folders']>>[1],
    ): AsyncGenerator<FolderSummary> {
      const { after, depth = Infinity, maxAgeMs = 0, patienceMs, signal } = options
      const key = folder === '' ? '' : `${folder}/`
      let isThere: boolean | undefined = true
      if (maxAgeMs === 0 || (maxAgeMs < Infinity && !isFresh(key, maxAgeMs))) {
        isThere = await untilAborted(within(refresh(key), patienceMs), signal)
        if (isThere === false) return
      }
      const known = isThere === undefined ? ({ isOutdated: true } as const) : {}
      const top = rows().find(key)
      if (after === undefined && top !== undefined) yield { ...summaryOf(top), ...known }
      if (top === undefined && isThere === undefined) {
        yield { path: folder, documents: 0, folders: 0, bytes: 0, isOutdated: true }
      }
      if (top === undefined || depth === 0) return
      let from: string | undefined = after ?? key
      while (from !== undefined) {
        const page: readonly FolderRow[] = rows().below(key, from, Math.min(depth, mostLevels), batch)
        from = page.length < batch ? undefined : page.at(-1)?.key
        for (const row of page) {
          // Of the root, they are no part.
          if (key === '' && ownFolderOf(row.key) !== undefined) {
            from = `${row.key.split('/', 1)[0]}0`
            break
          }
          yield { ...summaryOf(row), ...known }
        }
        signal.throwIfAborted()
      }
    },
    /** Ends what it is at. */
    async close(): Promise<void> {
      life.abort()
      await Promise.allSettled([...running.values(), ...queued.values()])
      opened?.close()
      opened = undefined
      refreshed.clear()
      life = new AbortController()
    },
  }
}

const summaryOf = (row: FolderRow): FolderSummary => ({
  path: row.key.slice(0, -1),
  updatedAt: isoOf(row.changedAt),
  documents: row.allDocuments,
  folders: row.allFolders,
  bytes: row.allBytes,
  ...(row.allLatest === 0 ? {} : { modifiedAt: isoOf(row.allLatest) }),
})

/** What comes of the work, or `undefined` where that takes longer: it goes on, for those that come later. */
async function within<Result>(work: Promise<Result>, ms: number | undefined): Promise<Result | undefined> {
  if (ms === undefined) return await work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
