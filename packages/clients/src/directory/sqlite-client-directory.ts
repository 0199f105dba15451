import { DatabaseSync } from 'node:sqlite'
import {
  ChanceryError,
  type ClientChange,
  type ClientDirectory,
  type ClientIdentifier,
  type ClientRecord,
  type DecideClients,
  identifierKey,
  identifiersOf,
  isRemoved,
  maxOfBlock,
  provesAlone,
  reasonOfDiskFault,
  unready,
} from '@chancery/core'
import { watchSqliteFile } from '@chancery/formats/sqlite-file'
import { migrateClients } from './sqlite-client-schema.ts'
import { isBusy, sqliteFailure } from './sqlite-failure.ts'

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
    // The keys of an import are spread over the whole index: what is looked at stays at hand, 64 MB of it at most, and
    // goes from the log into the file when there is as much of it.
    database.exec(
      'PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 16384;',
    )
    inTransaction(database, () => migrateClients(database))
    useWriteAheadLog(database)
  } catch (error) {
    database.close()
    throw error
  }
  const file = watchSqliteFile(settings.file)
  const byId = database.prepare('SELECT record FROM clients WHERE space = ? AND id = ?')
  const having = database.prepare('SELECT client FROM identifiers WHERE space = ? AND key = ?')
  const firstOfBlock = database.prepare(
    `SELECT client FROM identifiers WHERE space = ? AND key = ? ORDER BY client LIMIT ${maxOfBlock}`,
  )
  const records = database.prepare(
    `SELECT record FROM clients WHERE space = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY created_at, id`,
  )
  const write = clientWriter(database)

  const matchesOf = (space: string, identifiers: readonly ClientIdentifier[]): readonly ClientRecord[] => {
    const ids = new Set<string>()
    for (const each of identifiers) {
      const statement = each.kind === 'block' ? firstOfBlock : having
      for (const row of statement.all(space, identifierKey(each))) ids.add(String(row['client']))
    }
    return ids.size === 0 ? [] : records.all(space, JSON.stringify([...ids])).flatMap((row) => recordOf(row) ?? [])
  }

  return {
    id: 'sqlite',
    async get(id, { signal, space = '' }) {
      signal.throwIfAborted()
      return guarded(() => recordOf(byId.get(space, id)))
    },
    async match(identifiers, { signal, space = '' }) {
      signal.throwIfAborted()
      return guarded(() => matchesOf(space, identifiers))
    },
    async change(identifiers, decide, { signal, space = '' }) {
      signal.throwIfAborted()
      return decidedBy(decide, (decided) =>
        guarded(() =>
          inTransaction(database, () => {
            const records = decided(matchesOf(space, identifiers))
            write(space, records)
            return records
          }),
        ),
      )
    },
    async check({ signal }) {
      signal.throwIfAborted()
      try {
        byId.get('', '')
      } catch (cause) {
        const reason = reasonOfDiskFault(cause) ?? 'unavailable'
        throw unready('sqlite', reason, 'The client directory cannot be used.', { cause })
      }
      await file.check()
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** Writes records and what they are found by. @throws `write_conflict`, and what SQLite throws. */
function clientWriter(database: DatabaseSync): (space: string, changes: readonly ClientChange[]) => void {
  const before = database.prepare('SELECT version, record FROM clients WHERE space = ? AND id = ?')
  const put = database.prepare(
    `INSERT INTO clients (space, id, version, created_at, record) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (space, id) DO UPDATE SET version = excluded.version, record = excluded.record`,
  )
  const forget = database.prepare('DELETE FROM identifiers WHERE space = ? AND key = ? AND client = ?')
  const remember = database.prepare(
    `INSERT INTO identifiers (space, key, client, alone) VALUES (?, ?, ?, ?) ON CONFLICT (space, key, client) DO NOTHING`,
  )
  const forgetAll = database.prepare('DELETE FROM identifiers WHERE space = ? AND client = ?')
  const remove = database.prepare('DELETE FROM clients WHERE space = ? AND id = ?')
  return (space, changes) => {
    const fresh: { readonly key: string; readonly id: string; readonly alone: 0 | 1 }[] = []
    for (const record of changes) {
      const row = before.get(space, record.id)
      if ((row?.['version'] ?? 0) !== record.version - 1 || (row === undefined && isRemoved(record))) {
        throw new ChanceryError('write_conflict', 'A client was changed at the same time.')
      }
      if (isRemoved(record)) {
        forgetAll.run(space, record.id)
        remove.run(space, record.id)
        continue
      }
      put.run(space, record.id, record.version, record.createdAt, JSON.stringify(record))
      const wanted = new Map(identifiersOf(record).map((each) => [identifierKey(each), each]))
      const known = recordOf(row)
      for (const key of new Set(known === undefined ? [] : identifiersOf(known).map(identifierKey))) {
        // What it had before stays as it is.
        if (!wanted.delete(key)) forget.run(space, key, record.id)
      }
      for (const [key, each] of wanted) fresh.push({ key, id: record.id, alone: provesAlone(each) ? 1 : 0 })
    }
    // Only now: what one client alone may have can go from one to another. In the order of the index, page by page.
    fresh.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    for (const { key, id, alone } of fresh) remember.run(space, key, id, alone)
  }
}

/** Passes an error of the caller's decision on as it is, whatever stands around the decision. */
function decidedBy<T>(decide: DecideClients, work: (decide: DecideClients) => T): T {
  let failure: { readonly error: unknown } | undefined
  try {
    return work((matches) => {
      try {
        return decide(matches)
      } catch (error) {
        failure = { error }
        throw error
      }
    })
  } catch (error) {
    throw failure === undefined ? error : failure.error
  }
}

/** Lets readers go on beside a writer. The switch does not wait for others, who switch too: theirs is as good as ours. */
function useWriteAheadLog(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA journal_mode = WAL')
  } catch (error) {
    if (!isBusy(error)) throw error
  }
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
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
