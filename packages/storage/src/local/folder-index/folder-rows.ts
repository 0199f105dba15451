import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

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
  /** What lies directly in it: documents, their bytes, and the latest change of one, in ms since 1970; 0 for none. */
  readonly documents: number
  readonly bytes: number
  readonly latest: number
  /** What lies in it at any depth. */
  readonly allDocuments: number
  readonly allBytes: number
  readonly allLatest: number
  readonly allFolders: number
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

/** A row as it is selected is a `FolderRow`. */
const columns = `key, identity, changed_at AS changedAt, read_at AS readAt, documents, bytes, latest,
  all_documents AS allDocuments, all_bytes AS allBytes, all_latest AS allLatest, all_folders AS allFolders`

export type FolderRows = ReturnType<typeof openFolderRows>

/** Rows about folders in a SQLite file of their own; several processes may share it. */
export function openFolderRows(file: string) {
  const database = opened(file)
  const one = database.prepare(`SELECT ${columns} FROM folders WHERE key = ?`)
  const range = database.prepare(`SELECT ${columns} FROM folders WHERE key >= ? AND key < ? ORDER BY key LIMIT ?`)
  const rangeToLevel = database.prepare(
    `SELECT ${columns} FROM folders WHERE key > ? AND key < ? AND level <= ? ORDER BY key LIMIT ?`,
  )
  const put = database.prepare('INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const removeRange = database.prepare('DELETE FROM folders WHERE key >= ? AND key < ?')

  return {
    find(key: string): FolderRow | undefined {
      return one.get(key) as FolderRow | undefined
    },
    /** Rows of a folder and of all below it, from a key on. */
    from(folder: string, key: string, limit: number): readonly FolderRow[] {
      return range.all(key, endOf(folder), limit) as unknown as readonly FolderRow[]
    },
    /** Rows below a folder down to so many levels, behind a key. */
    below(folder: string, after: string, depth: number, limit: number): readonly FolderRow[] {
      const rows = rangeToLevel.all(after, endOf(folder), levelOf(folder) + depth, limit)
      return rows as unknown as readonly FolderRow[]
    },
    /** Writes rows, and forgets folders with all below them; in one transaction. */
    write(rows: readonly FolderRow[], gone: readonly string[]): void {
      if (rows.length === 0 && gone.length === 0) return
      database.exec('BEGIN IMMEDIATE')
      try {
        for (const key of gone) removeRange.run(key, endOf(key))
        for (const row of rows) {
          put.run(
            row.key,
            levelOf(row.key),
            row.identity,
            row.changedAt,
            row.readAt,
            row.documents,
            row.bytes,
            row.latest,
            row.allDocuments,
            row.allBytes,
            row.allLatest,
            row.allFolders,
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
