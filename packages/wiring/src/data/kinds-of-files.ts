import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ConfigurationError } from '../settings/configuration.ts'
import type { DataFolders } from '../tokens.ts'

/** Files that this service makes, and what SQLite has beside a database. */
const files = /^(?:key-secret|probe|audit-\d{12}\.jsonl|[a-z]+\.sqlite(?:-wal|-shm|-journal)?)$/

/**
 * Refuses folders in which something else stands under a name of ours: whoever opens a named pipe waits for its other end, so that a
 * start would hang; a device takes what is written, and has it no more.
 * @param used the folders of what is kept, which need not be there
 * @throws ConfigurationError with all of them, and what to do
 */
export function refuseOtherKinds(
  used: readonly string[],
  { root, documents, outbox }: Pick<DataFolders, 'root' | 'documents' | 'outbox'>,
): void {
  const own = join(documents, '.chancery')
  const inDocuments = [own, ...['tmp', 'journal', 'versions'].map((name) => join(own, name))]
  const inOutbox = ['tmp', 'new', 'cur'].map((name) => join(outbox, name))
  const folders = [
    ...new Set(used),
    ...(used.includes(documents) ? inDocuments : []),
    ...(used.includes(outbox) ? inOutbox : []),
  ]
  const isFolder = (path: string): boolean => kindOf(path) === 'a folder'
  const mistakes = [
    ...wrong(folders, 'a folder'),
    // Of the folders of documents and mails, the names are others'.
    ...folders.filter((each) => each !== documents && !inOutbox.includes(each) && isFolder(each)).flatMap(wrongIn),
  ]
  if (mistakes.length === 0) return
  throw new ConfigurationError(
    mistakes.map(
      ({ path, is, wanted }) =>
        `CHANCERY_DATA: ${nameIn(root, path)} is ${is}, where ${wanted} of the service’s own belongs. Move it away; where there was ${wanted}, put that back from a backup.`,
    ),
  )
}

interface Wrong {
  readonly path: string
  readonly is: string
  readonly wanted: string
}

const wrong = (paths: readonly string[], wanted: 'a file' | 'a folder'): Wrong[] =>
  paths.flatMap((path) => {
    const is = kindOf(path)
    return is === undefined || is === wanted ? [] : { path, is, wanted }
  })

const wrongIn = (folder: string): Wrong[] =>
  wrong(
    readdirSync(folder).flatMap((name) => (files.test(name) ? join(folder, name) : [])),
    'a file',
  )

/** Of a folder elsewhere, the last name alone: paths of the host are told to nobody. */
function nameIn(root: string, path: string): string {
  const name = relative(root, path)
  if (name === '') return 'the folder itself'
  return name.startsWith('..') ? `what is named by another setting (${path.slice(path.lastIndexOf('/') + 1)})` : name
}

/** What a name leads to; `undefined` where there is nothing, or this user may not look. */
function kindOf(path: string): string | undefined {
  try {
    return named(statSync(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ELOOP') return 'a link that leads to itself'
    const isLink = code === 'ENOENT' && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    return isLink ? 'a link that leads to nothing' : undefined
  }
}

const named = (stats: Stats): string => {
  if (stats.isFile()) return 'a file'
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}
