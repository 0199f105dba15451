import { lstatSync, type Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type StoreEntry, throwIfCancelled } from '@chancery/core'
import { contentTypeOfName } from '../content-type-of-name.ts'
import { isDocumentPath } from '../document-path.ts'
import { compareUtf8 } from '../utf8-order.ts'
import { identityOf, type DocumentIndex } from './document-index.ts'
import { errorCode } from './file-error.ts'
import { isOwnFolder } from './root-paths.ts'

interface Level {
  /** Real name of the folder. */
  readonly folder: string
  /** Path of the folder with a `/` behind; `''` at the root. */
  readonly prefix: string
  /** Names in order, those of folders with a `/` behind. */
  readonly names: readonly string[]
  next: number
}

/** What is asked of the file system at one go, before others have their turn (about 2 ms). */
const stride = 256

const listed = (entry: Dirent, path: string): boolean =>
  (entry.isFile() || entry.isDirectory()) && isDocumentPath(path) && !isOwnFolder(path)

async function openLevel(folder: string, prefix: string): Promise<Level> {
  let entries: Dirent[] = []
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    // Removed since its parent was read, or a document: nothing is below it.
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR') throw error
  }
  const names = entries
    .filter((entry) => listed(entry, prefix + entry.name))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  return { folder, prefix, names: names.sort(compareUtf8), next: 0 }
}

/** Walks a tree in the order of the port `DocumentStore.list`, with one folder a depth in memory. */
export async function* listTree(
  index: DocumentIndex,
  start: { readonly folder: string; readonly path: string },
  {
    after = '',
    depth = Infinity,
    signal,
  }: { readonly after?: string | undefined; readonly depth?: number | undefined; readonly signal: AbortSignal },
): AsyncGenerator<StoreEntry> {
  const levels = [await openLevel(start.folder, start.path === '' ? '' : `${start.path}/`)]
  let asked = 0
  for (;;) {
    const level = levels.at(-1)
    if (level === undefined) return
    const name = level.names[level.next++]
    if (name === undefined) {
      levels.pop()
      continue
    }
    const key = level.prefix + name
    const isFolder = key.endsWith('/')
    const isDue = compareUtf8(key, after) > 0
    // A folder that sorts before `after` may still hold entries behind it.
    if (!isDue && !(isFolder && after.startsWith(key))) continue

    if (++asked % stride === 0) await setImmediate()
    throwIfCancelled(signal)
    const file = join(level.folder, name)
    if (isDue) {
      const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false })
      if (stats === undefined) continue
      const updatedAt = stats.mtime.toISOString()
      if (isFolder) yield { kind: 'folder', path: key.slice(0, -1), updatedAt }
      else {
        const contentType = index.contentType(key, identityOf(stats)) ?? contentTypeOfName(key)
        yield { kind: 'document', path: key, size: Number(stats.size), contentType, updatedAt }
      }
    }
    if (isFolder && levels.length < depth) levels.push(await openLevel(file, key))
  }
}
