import { openSync, closeSync, fdatasync, type BigIntStats } from 'node:fs'
import { foldedPath } from '@chancery/core'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { groupCommit } from './group-commit.ts'

/** What the index knows of one body of bytes that is, was, or is about to be at a path. */
export interface IndexRow {
  readonly path: string
  /** Sorts by time. */
  readonly version: string
  /** Which file it speaks of: see `identityOf`. */
  readonly identity: string
  readonly contentType: string
  readonly sha256: string
  readonly crc32c: string
  readonly createdAt: string
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * Tells one body of bytes from any other that was at the same path: `link` and `rename` keep all three parts, every
 * write changes at least one. Needs a stat in bigint, whose times have all their digits.
 */
export const identityOf = (stats: BigIntStats): string => `${stats.ino}-${stats.mtimeNs}-${stats.size}`

/** The inode of an identity, and when its file was written, in ns since 1970. */
export function inodeAndTime(identity: string): { readonly inode: bigint; readonly mtimeNs: bigint } {
  const [inode = '', mtimeNs = ''] = identity.split('-')
  return { inode: BigInt(inode), mtimeNs: BigInt(mtimeNs) }
}

const tables = `
  CREATE TABLE documents (
    path TEXT NOT NULL,
    version TEXT NOT NULL,
    identity TEXT NOT NULL,
    content_type TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    crc32c TEXT NOT NULL,
    created_at TEXT NOT NULL,
    metadata TEXT NOT NULL,
    PRIMARY KEY (path, version)
  ) WITHOUT ROWID, STRICT;
`
/** Older versions that are kept, as they were in `documents`; and documents by their paths as they are where case is ignored. */
const keptTables = `
  CREATE TABLE versions (
    path TEXT NOT NULL,
    version TEXT NOT NULL,
    identity TEXT NOT NULL,
    content_type TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    crc32c TEXT NOT NULL,
    created_at TEXT NOT NULL,
    metadata TEXT NOT NULL,
    PRIMARY KEY (path, version)
  ) WITHOUT ROWID, STRICT;
  ALTER TABLE documents ADD COLUMN folded TEXT NOT NULL DEFAULT '';
  UPDATE documents SET folded = folded_path(path);
  CREATE INDEX documents_folded ON documents (folded);
`
/** What each version of the schema adds to the one before. */
const schemas = [tables, keptTables]

/** The newest layout of the file, as its `user_version` says it. */
export const documentIndexLayout = schemas.length

const flushFile = promisify(fdatasync)

type Columns = Record<string, string>

const rowOf = (columns: Columns): IndexRow => ({
  path: columns['path'] as string,
  version: columns['version'] as string,
  identity: columns['identity'] as string,
  contentType: columns['content_type'] as string,
  sha256: columns['sha256'] as string,
  crc32c: columns['crc32c'] as string,
  createdAt: columns['created_at'] as string,
  metadata: JSON.parse(columns['metadata'] as string) as Record<string, string>,
})

export type DocumentIndex = ReturnType<typeof openDocumentIndex>

/**
 * The metadata of the documents, in one SQLite file beside them. A row is bound to the identity of its file, so it may
 * be written before the file is in place and means nothing until then.
 *
 * SQLite runs in WAL mode without a flush of its own (`synchronous=NORMAL`): its log is flushed off the event loop, once
 * for all who wait.
 */
export function openDocumentIndex(file: string) {
  const database = new DatabaseSync(file, { timeout: 5000 })
  // Pages are moved from the log to the database when there are so many: most have been written several times by then.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;')
  const begin = database.prepare('BEGIN IMMEDIATE')
  const end = database.prepare('COMMIT')
  const exclusively = <Result>(work: () => Result): Result => {
    begin.run()
    try {
      const result = work()
      end.run()
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
  database.function('folded_path', { deterministic: true }, (path) => foldedPath(String(path)))
  exclusively(() => {
    const found = Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
    if (found > documentIndexLayout) throw new Error(`The index has layout ${found}, not ${documentIndexLayout}.`)
    for (const schema of schemas.slice(found)) database.exec(schema)
    database.exec(`PRAGMA user_version = ${documentIndexLayout}`)
  })

  const columns = 'path, version, identity, content_type, sha256, crc32c, created_at, metadata'
  const byIdentity = database.prepare(
    `SELECT ${columns} FROM documents WHERE path = ? AND identity = ? ORDER BY version DESC LIMIT 1`,
  )
  const byPath = database.prepare(`SELECT ${columns} FROM documents WHERE path = ? ORDER BY version DESC`)
  const typeByIdentity = database.prepare(
    'SELECT content_type FROM documents WHERE path = ? AND identity = ? ORDER BY version DESC LIMIT 1',
  )
  const insert = database.prepare(
    `INSERT OR REPLACE INTO documents (${columns}, folded) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const insertKept = database.prepare(`INSERT OR REPLACE INTO versions (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const keptByPath = database.prepare(`SELECT ${columns} FROM versions WHERE path = ? ORDER BY version DESC`)
  const removeKept = database.prepare('DELETE FROM versions WHERE path = ? AND version = ?')
  const byFolded = database.prepare('SELECT DISTINCT path FROM documents WHERE folded = ? AND path <> ? LIMIT 100')
  const removeVersion = database.prepare('DELETE FROM documents WHERE path = ? AND version = ?')
  // One walk through the index for all of them.
  const byIdentities = database.prepare(
    `SELECT ${columns} FROM documents WHERE identity IN (SELECT value FROM json_each(?)) ORDER BY version`,
  )

  const valuesOf = (row: IndexRow) =>
    [
      row.path,
      row.version,
      row.identity,
      row.contentType,
      row.sha256,
      row.crc32c,
      row.createdAt,
      JSON.stringify(row.metadata),
    ] as const
  const insertRow = (row: IndexRow): void => {
    insert.run(...valuesOf(row), foldedPath(row.path))
  }

  const log = openSync(`${file}-wal`, 'r+')
  let open = true
  let waiting: IndexRow[] = []
  let gathering: Promise<void> | undefined

  /** One transaction for the rows of one turn of the event loop: its locks and pages cost more than the rows. */
  const gather = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve))
    const rows = waiting
    waiting = []
    gathering = undefined
    exclusively(() => rows.forEach(insertRow))
  }

  return {
    /** The row of the file with that identity. */
    find(path: string, identity: string): IndexRow | undefined {
      const found = byIdentity.get(path, identity)
      return found === undefined ? undefined : rowOf(found as Columns)
    },
    contentType(path: string, identity: string): string | undefined {
      return typeByIdentity.get(path, identity)?.['content_type'] as string | undefined
    },
    /** All rows of a path, the newest first. */
    rows(path: string): IndexRow[] {
      return byPath.all(path).map((row) => rowOf(row as Columns))
    },
    /** Adds a row: all processes see it, but a loss of power may undo it before a `flush`. */
    add(row: IndexRow): Promise<void> {
      waiting.push(row)
      gathering ??= gather()
      // Whoever adds a row may look after its outcome later.
      gathering.catch(() => undefined)
      return gathering
    },
    /** Adds a row at once. */
    note: insertRow,
    remove(path: string, version: string): void {
      removeVersion.run(path, version)
    },
    /** Older versions that stay readable; their files are the store's own. */
    kept: {
      add(row: IndexRow): void {
        insertKept.run(...valuesOf(row))
      },
      /** The newest first. */
      rows(path: string): IndexRow[] {
        return keptByPath.all(path).map((row) => rowOf(row as Columns))
      },
      remove(path: string, version: string): void {
        removeKept.run(path, version)
      },
    },
    /** Paths that are the same where case is ignored, perhaps of files that are gone; a hundred at the most. */
    twins(path: string): string[] {
      return byFolded.all(foldedPath(path), path).map((row) => (row as Columns)['path'] as string)
    },
    /** The rows of files, by their identity, wherever they are. */
    ofIdentities(identities: readonly string[]): ReadonlyMap<string, IndexRow> {
      if (identities.length === 0) return new Map()
      const found = byIdentities.all(JSON.stringify(identities)).map((row) => rowOf(row as Columns))
      return new Map(found.map((row) => [row.identity, row]))
    },
    /**
     * Runs short synchronous work that no other writer of this root can run at the same time, in this process or
     * another: it holds SQLite's write lock, which the kernel takes back when a process dies.
     */
    exclusively,
    /** Makes every row that was written before the call durable. */
    flush: groupCommit(() => flushFile(log)),
    close(): void {
      if (!open) return
      open = false
      closeSync(log)
      database.close()
    },
  }
}
