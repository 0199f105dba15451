import { DatabaseSync } from 'node:sqlite'
import { ChanceryError, type ClientDirectory, type ClientRecord } from '@chancery/core'
import { sqliteFailure } from './sqlite-failure.ts'
import { identifiersOf, keyOf } from './identifiers.ts'

/** The layout of the tables; `user_version` of the file names it. */
const schemaVersion = 1

const schema = `
CREATE TABLE clients (
  id TEXT PRIMARY KEY,
  version INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  record TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE identifiers (
  key TEXT NOT NULL,
  client TEXT NOT NULL REFERENCES clients (id),
  PRIMARY KEY (key, client)
) STRICT, WITHOUT ROWID;
CREATE INDEX identifiers_of_client ON identifiers (client);
PRAGMA user_version = ${schemaVersion};
`

/** A client directory in one SQLite file, and how to close it. */
export type SqliteClientDirectory = ClientDirectory & { close(): void }

/**
 * Opens or makes the directory. Several processes may use one file.
 * @param settings.file its path; the folder must exist
 * @throws where the file is none of ours or of a newer layout
 */
export function openClientDirectory(settings: { readonly file: string }): SqliteClientDirectory {
  const database = new DatabaseSync(settings.file)
  try {
    database.exec('PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL;')
    inTransaction(database, () => {
      const version = database.prepare('PRAGMA user_version').get()?.['user_version']
      if (version === 0) database.exec(schema)
      else if (version !== schemaVersion) throw new Error('The client directory was made by another version.')
    })
    useWriteAheadLog(database)
  } catch (error) {
    database.close()
    throw error
  }
  const byId = database.prepare('SELECT record FROM clients WHERE id = ?')
  const versionOf = database.prepare('SELECT version FROM clients WHERE id = ?')
  const matching = database.prepare(
    `SELECT record FROM clients WHERE id IN (
       SELECT client FROM identifiers WHERE key IN (SELECT value FROM json_each(?))
     ) ORDER BY created_at, id`,
  )
  const write = database.prepare(
    `INSERT INTO clients (id, version, created_at, record) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET version = excluded.version, record = excluded.record`,
  )
  const forget = database.prepare('DELETE FROM identifiers WHERE client = ?')
  const remember = database.prepare('INSERT OR IGNORE INTO identifiers (key, client) VALUES (?, ?)')

  return {
    id: 'sqlite',
    async get(id, { signal }) {
      signal.throwIfAborted()
      return guarded(() => recordOf(byId.get(id)))
    },
    async match(identifiers, { signal }) {
      signal.throwIfAborted()
      if (identifiers.length === 0) return []
      const keys = JSON.stringify(identifiers.map(keyOf))
      return guarded(() => matching.all(keys).flatMap((row) => recordOf(row) ?? []))
    },
    async save(records, { signal }) {
      signal.throwIfAborted()
      guarded(() =>
        inTransaction(database, () => {
          for (const record of records) {
            const known = versionOf.get(record.id)?.['version'] ?? 0
            if (known !== record.version - 1) {
              throw new ChanceryError('write_conflict', 'A client was changed at the same time.')
            }
            write.run(record.id, record.version, record.createdAt, JSON.stringify(record))
            forget.run(record.id)
            for (const identifier of identifiersOf(record)) remember.run(keyOf(identifier), record.id)
          }
        }),
      )
    },
    async check({ signal }) {
      signal.throwIfAborted()
      try {
        versionOf.get('')
      } catch (cause) {
        throw new ChanceryError('provider_unavailable', 'The client directory cannot be used.', {
          details: { provider: 'sqlite' },
          cause,
        })
      }
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** Lets readers go on beside a writer. The switch does not wait for others, who switch too: theirs is as good as ours. */
function useWriteAheadLog(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA journal_mode = WAL')
  } catch (error) {
    if (sqliteFailure(error).code !== 'provider_unavailable') throw error
  }
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    // A full disk has rolled it back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

const recordOf = (row: Record<string, unknown> | undefined): ClientRecord | undefined =>
  row === undefined ? undefined : (JSON.parse(String(row['record'])) as ClientRecord)

function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw sqliteFailure(error)
  }
}
