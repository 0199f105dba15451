import { type BigIntStats, lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { ownFolderOf } from '@chancery/core'
import { isDocumentPath } from '../../document-path.ts'
import { errorCode } from '../file-error.ts'
import type { FolderRow, FolderRows } from './folder-rows.ts'

/** Times tick too coarsely to tell a change right after a folder was read: so long it is not believed to be as it was. */
const settledAfterMs = 2000
/** A file that somebody edits in place changes nothing of its folder: what was read longer ago is read again. */
const outdatedAfterMs = 3_600_000
/** So many folders at the most in one go, so that no look at the tree pays for all of them. */
const mostOutdated = 100

/** What is asked of the file system at one go, before others have their turn (about 2 ms). */
const stride = 256
/** Rows that are read, or written, at once. */
const batch = 2000

type Contents = Pick<FolderRow, 'documents' | 'bytes' | 'latest'>
type Sums = Pick<FolderRow, 'allDocuments' | 'allBytes' | 'allLatest' | 'allFolders'>

const nothing: Sums = { allDocuments: 0, allBytes: 0, allLatest: 0, allFolders: 0 }

const statOf = (file: string): BigIntStats | undefined => {
  try {
    return lstatSync(file, { bigint: true, throwIfNoEntry: false })
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/** Without the slash behind it, with which a link would be followed. */
const placeOf = (root: string, key: string): string => (key === '' ? root : `${root}/${key.slice(0, -1)}`)

const identityOf = (stats: BigIntStats): string => `${stats.ino}-${stats.mtimeNs}`

/** A folder whose rows are gone through; what lies below it is added up until the next one is none of its own. */
interface Open {
  readonly row: FolderRow
  readonly isChanged: boolean
  /** Of the folders in it, and of all below those. */
  readonly below: { -readonly [Sum in keyof Sums]: number }
}

/**
 * Brings the rows of a folder and all below it up to date with the directories: those whose entries changed are read, the
 * others are looked at by one stat each, which is what makes it cheap. The files have the last word.
 * @param root real name of the root
 * @param start key of the folder; of the root, the service's own folders are left out
 * @param signal ends it; what was written by then is used the next time
 * @returns whether the folder is there
 */
export async function refreshFolders(
  rows: FolderRows,
  root: string,
  start: string,
  signal: AbortSignal,
): Promise<boolean> {
  const chain: Open[] = []
  let changed: FolderRow[] = []
  let gone: string[] = []
  let outdated = 0
  let asked = 0

  const write = (): void => {
    rows.write(changed, gone)
    changed = []
    gone = []
  }
  const pause = async (): Promise<void> => {
    if (++asked % stride === 0) await setImmediate()
    signal.throwIfAborted()
  }

  const leave = ({ row, isChanged, below }: Open): void => {
    const all: Sums = {
      allDocuments: below.allDocuments + row.documents,
      allBytes: below.allBytes + row.bytes,
      allLatest: Math.max(below.allLatest, row.latest),
      allFolders: below.allFolders,
    }
    const isSame =
      all.allDocuments === row.allDocuments &&
      all.allBytes === row.allBytes &&
      all.allLatest === row.allLatest &&
      all.allFolders === row.allFolders
    if (isChanged || !isSame) changed.push({ ...row, ...all })
    const parent = chain.at(-1)?.below
    if (parent === undefined) return
    parent.allDocuments += all.allDocuments
    parent.allBytes += all.allBytes
    parent.allLatest = Math.max(parent.allLatest, all.allLatest)
    parent.allFolders += all.allFolders + 1
  }
  const leaveUntil = (key: string | undefined): void => {
    for (let top = chain.at(-1); top !== undefined; top = chain.at(-1)) {
      if (key?.startsWith(top.row.key) === true) return
      chain.pop()
      leave(top)
    }
  }
  const enter = (row: FolderRow, isChanged: boolean): void => {
    leaveUntil(row.key)
    chain.push({ row, isChanged, below: { ...nothing } })
  }

  const isOwn = (key: string): boolean => start === '' && ownFolderOf(key) !== undefined

  /** Those that this pass has read: their rows are passed by where they come again. */
  const seen = new Set<string>()

  /**
   * Reads a directory, and all new ones below it.
   * @param isKnown it has a row, and what is known below it comes behind that, while it is still open
   */
  const read = async (key: string, stats: BigIntStats, isKnown: boolean): Promise<void> => {
    const waiting: [string, BigIntStats][] = [[key, stats]]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [folder, own] = next
      const found = await contentsOf(placeOf(root, folder), folder, pause)
      if (found === undefined) continue
      const { contents, folders } = found
      const now = Date.now()
      const changedAt = Number(own.mtimeMs)
      // Not settled: it is read again the next time.
      const identity = now - changedAt > settledAfterMs ? identityOf(own) : ''
      seen.add(folder)
      enter({ key: folder, identity, changedAt, readAt: now, ...contents, ...nothing }, true)
      for (const name of folders.toReversed()) {
        const below = `${folder}${name}/`
        if (isOwn(below) || (isKnown && folder === key && rows.find(below) !== undefined)) continue
        const there = statOf(placeOf(root, below))
        if (there?.isDirectory() === true) waiting.push([below, there])
      }
      if (changed.length >= batch) write()
    }
  }

  const top = statOf(placeOf(root, start))
  if (top?.isDirectory() !== true) {
    rows.write([], start === '' ? [] : [start])
    return false
  }
  if (rows.find(start) === undefined) await read(start, top, false)
  for (let from = start; ;) {
    const known = rows.from(start, from, batch)
    let jump: string | undefined
    for (const row of known) {
      if (isOwn(row.key)) {
        jump = `${row.key.split('/', 1)[0]}0`
        break
      }
      if (seen.has(row.key)) continue
      await pause()
      const stats = statOf(placeOf(root, row.key))
      if (stats?.isDirectory() !== true) {
        gone.push(row.key)
        jump = `${row.key.slice(0, -1)}0`
        break
      }
      const isOutdated = Date.now() - row.readAt > outdatedAfterMs && outdated++ < mostOutdated
      if (row.identity === identityOf(stats) && !isOutdated) enter(row, false)
      else await read(row.key, stats, true)
    }
    const end = known.at(-1)
    if (jump === undefined && (end === undefined || known.length < batch)) break
    from = jump ?? `${end?.key ?? ''}\u0000`
    if (changed.length >= batch || gone.length > 0) write()
  }
  leaveUntil(undefined)
  write()
  return true
}

/** What lies directly in a directory; `undefined`: it is gone. */
async function contentsOf(
  directory: string,
  key: string,
  pause: () => Promise<void>,
): Promise<{ readonly contents: Contents; readonly folders: readonly string[] } | undefined> {
  const folders: string[] = []
  let [documents, bytes, latest] = [0, 0, 0]
  try {
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      if ((!entry.isFile() && !entry.isDirectory()) || !isDocumentPath(key + entry.name)) continue
      if (entry.isDirectory()) {
        folders.push(entry.name)
        continue
      }
      await pause()
      const stats = statOf(`${directory}/${entry.name}`)
      if (stats === undefined) continue
      documents++
      bytes += Number(stats.size)
      latest = Math.max(latest, Number(stats.mtimeMs))
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined
    throw error
  }
  return { contents: { documents, bytes, latest }, folders }
}
