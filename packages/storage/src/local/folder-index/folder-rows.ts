import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** What lies in a folder. */
export interface Contents {
  readonly documents: number
  readonly bytes: number
  /** The latest change of a document, in ms since 1970; 0 for none. */
  readonly latest: number
}

/** What is known of a folder: what lies directly in it, as it was read, and what lies below it at any depth. */
export interface FolderRow {
  /** Its path with a `/` behind; `''` is the root. In the order of keys a folder comes before what lies in it. */
  readonly key: string
  /** Of the directory when it was read, which changes whenever a name comes or goes: inode and time of change. */
  readonly identity: string
  /** Of the directory, in ms since 1970. */
  readonly changedAt: number
  /** When it was read, in ms since 1970. */
  readonly readAt: number
  readonly direct: Contents
  readonly all: Contents & { readonly folders: number }
}

/** Behind every key: in SQLite, any blob is greater than any text. */
const last = Uint8Array.of(0xff)

/** The end of the keys that begin with this one; `0` is the character behind `/`. */
const endOf = (key: string): string | Uint8Array => (key === '' ? last : `${key.slice(0, -1)}0`)

const levelOf = (key: string): number => key.split('/').length - 1

const schemaVersion = 1
const schema = `
  CREATE TABLE folders (
    key TEXT PRIMARY KEY,
    level INTEGER NOT NULL,
    identity TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    read_at INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    latest INTEGER NOT NULL,
    all_documents INTEGER NOT NULL,
    all_bytes INTEGER NOT NULL,
    all_latest INTEGER NOT NULL,
    all_folders INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  PRAGMA user_version = ${schemaVersion};
`

/** It holds nothing that the folders do not tell: one that cannot be read is made anew. */
function opened(file: string): DatabaseSync {
  const open = (): DatabaseSync => {
    const database = new DatabaseSync(file, { timeout: 5000 })
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
      const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
      if (found === 0) database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT;`)
      else if (found !== schemaVersion) throw new Error(`The index of folders has schema ${found}.`)
      database.prepare('SELECT count(*) FROM (SELECT key FROM folders LIMIT 1)').get()
      return database
    } catch (error) {
      database.close()
      throw error
    }
  }
  try {
    return open()
  } catch {
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
    return open()
  }
}

type Columns = Record<string, number | string>

const rowOf = (columns: Columns): FolderRow => ({
  key: String(columns['key']),
  identity: String(columns['identity']),
  changedAt: Number(columns['changed_at']),
  readAt: Number(columns['read_at']),
  direct: {
    documents: Number(columns['documents']),
    bytes: Number(columns['bytes']),
    latest: Number(columns['latest']),
  },
  all: {
    documents: Number(columns['all_documents']),
    bytes: Number(columns['all_bytes']),
    latest: Number(columns['all_latest']),
    folders: Number(columns['all_folders']),
  },
})

export type FolderRows = ReturnType<typeof openFolderRows>

/** Rows about folders in a SQLite file of their own; several processes may share it. */
export function openFolderRows(file: string) {
  const database = opened(file)
  const one = database.prepare('SELECT * FROM folders WHERE key = ?')
  const range = database.prepare('SELECT * FROM folders WHERE key >= ? AND key < ? ORDER BY key LIMIT ?')
  const rangeToLevel = database.prepare(
    'SELECT * FROM folders WHERE key > ? AND key < ? AND level <= ? ORDER BY key LIMIT ?',
  )
  const put = database.prepare('INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const removeRange = database.prepare('DELETE FROM folders WHERE key >= ? AND key < ?')

  return {
    find(key: string): FolderRow | undefined {
      const found = one.get(key)
      return found === undefined ? undefined : rowOf(found as Columns)
    },
    /** Rows of a folder and of all below it, from a key on. */
    from(folder: string, key: string, limit: number): FolderRow[] {
      return range.all(key, endOf(folder), limit).map((row) => rowOf(row as Columns))
    },
    /** Rows below a folder down to so many levels, behind a key. */
    below(folder: string, after: string, depth: number, limit: number): FolderRow[] {
      return rangeToLevel.all(after, endOf(folder), levelOf(folder) + depth, limit).map((row) => rowOf(row as Columns))
    },
    /** Writes rows, and forgets folders with all below them; in one transaction. */
    write(rows: readonly FolderRow[], gone: readonly string[]): void {
      if (rows.length === 0 && gone.length === 0) return
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const key of gone) removeRange.run(key, endOf(key))
        for (const { key, identity, changedAt, readAt, direct, all } of rows) {
          put.run(
            key,
            levelOf(key),
            identity,
            changedAt,
            readAt,
            direct.documents,
            direct.bytes,
            direct.latest,
            all.documents,
            all.bytes,
            all.latest,
            all.folders,
          )
        }
        database.exec('COMMIT')
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    close(): void {
      database.close()
    },
  }
}
