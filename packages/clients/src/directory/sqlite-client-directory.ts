import { DatabaseSync } from 'node:sqlite'
import {
  type ClientDirectory,
  type DecideClients,
  type EventRecording,
  type EventSource,
  identifiersOf,
  isRemoved,
  reasonOfDiskFault,
  type Seal,
  type ServiceEvent,
  unready,
} from '@chancery/core'
import { watchSqliteFile } from '@chancery/formats/sqlite-file'
import { deletionFinder, sealDeletions } from './sqlite-client-deletions.ts'
import { clientFinder, storedIn } from './sqlite-client-finder.ts'
import { clientKeys } from './sqlite-client-keys.ts'
import { clientSearcher } from './sqlite-client-searcher.ts'
import { migrateClients } from './sqlite-client-schema.ts'
import { clientWords } from './sqlite-client-words.ts'
import { clientWriter } from './sqlite-client-writer.ts'
import { keptOutcomes } from './sqlite-kept-outcomes.ts'
import { isBusy, sqliteFailure } from './sqlite-failure.ts'

/** A client directory in one SQLite file, and how to close it. */
export type SqliteClientDirectory = ClientDirectory & { readonly events: EventSource; close(): void }

/**
 * Opens or makes the directory. Several processes may use one file.
 * @param settings.file its path; the folder must exist
 * @param settings.seal of what is remembered of deleted clients
 * @param settings.recording what is told of imports, written with them; absent: nothing
 * @throws where the file is none of ours or of a newer layout
 */
export function openClientDirectory(settings: {
  readonly file: string
  readonly seal: Seal
  readonly recording?: EventRecording | undefined
}): SqliteClientDirectory {
  const { recording, seal } = settings
  const database = new DatabaseSync(settings.file)
  try {
    // What is deleted is overwritten. The keys of an import are spread over the whole index: what is looked at stays at hand, 32 MB of it at most, and
    // goes from the log into the file when there is as much of it.
    database.exec(
      'PRAGMA busy_timeout = 5000; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 16384; PRAGMA secure_delete = ON;',
    )
    inTransaction(database, () => migrateClients(database))
    useWriteAheadLog(database)
    sealDeletions(database, seal)
  } catch (error) {
    database.close()
    throw error
  }
  const file = watchSqliteFile(settings.file)
  const byId = database.prepare('SELECT number, record FROM clients WHERE space = ? AND id = ?')
  const keys = clientKeys(database)
  const find = clientFinder(database, keys)
  const words = clientWords(database)
  const search = clientSearcher(database, words)
  const deletions = deletionFinder(database, seal)
  const write = clientWriter(database, keys, words, seal)
  const outcomes = keptOutcomes(database)
  const guarded = <T>(work: () => T): T => {
    const result = translated(work)
    file.mustBeInPlace()
    return result
  }
  const keepEvent = database.prepare('INSERT INTO events (id, event) VALUES (?, ?)')
  const waiting = database.prepare('SELECT event FROM events ORDER BY id LIMIT ?')
  const forget = database.prepare('DELETE FROM events WHERE id IN (SELECT value FROM json_each(?))')

  return {
    id: 'sqlite',
    async get(id, { signal, space = '' }) {
      signal.throwIfAborted()
      return guarded(() => storedIn(byId.get(space, id))?.record)
    },
    async match(identifiers, { signal, space = '' }) {
      signal.throwIfAborted()
      return guarded(() => inReading(database, () => find(space, identifiers).map(({ record }) => record)))
    },
    async change(identifiers, decide, { signal, space = '', imported, outcome, identifiersOf: known = identifiersOf }) {
      signal.throwIfAborted()
      const written = decidedBy(decide, (decided) =>
        guarded(() =>
          inTransaction(database, () => {
            const found = find(space, identifiers)
            const records = decided(
              found.map(({ record }) => record),
              new Map(found.map(({ record, by }) => [record.id, by])),
            )
            write(space, records, found, known)
            const event = imported && recording?.clientsImported(space, imported())
            if (event !== undefined) keepEvent.run(event.id, JSON.stringify(event))
            const kept = outcome?.()
            if (kept !== undefined) outcomes.keep(space, kept)
            return records
          }),
        ),
      )
      // What was deleted on purpose is not left in the log either; a reader may delay that.
      if (written.some((each) => isRemoved(each) && each.deletedAt !== undefined)) {
        guarded(() => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'))
      }
      return written
    },
    async search(wanted, { signal, space = '' }) {
      signal.throwIfAborted()
      return guarded(() => inReading(database, () => search(space, wanted)))
    },
    async deletions(identifiers, { signal, space = '' }) {
      signal.throwIfAborted()
      return guarded(() => deletions(space, identifiers))
    },
    async outcomeOf(place, { signal, space = '' }) {
      signal.throwIfAborted()
      return guarded(() => outcomes.find(space, place))
    },
    async forgetOutcomes(which, { signal }) {
      signal.throwIfAborted()
      guarded(() => outcomes.forget(which))
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
    events: {
      waiting: async (limit) =>
        guarded(() => waiting.all(limit).map(({ event }) => JSON.parse(String(event)) as ServiceEvent)),
      forget: async (ids) => {
        guarded(() => forget.run(JSON.stringify(ids)))
      },
    },
    close: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** Passes an error of the caller's decision on as it is, whatever stands around the decision. */
function decidedBy<T>(decide: DecideClients, work: (decide: DecideClients) => T): T {
  let failure: { readonly error: unknown } | undefined
  try {
    return work((...found) => {
      try {
        return decide(...found)
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

const inTransaction = <T>(database: DatabaseSync, work: () => T): T => within(database, 'BEGIN IMMEDIATE', work)

/** All that is read is of one moment: what came last, another process may take over into the tables meanwhile. */
const inReading = <T>(database: DatabaseSync, work: () => T): T => within(database, 'BEGIN', work)

function within<T>(database: DatabaseSync, begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => T): T {
  database.exec(begin)
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

function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw sqliteFailure(error)
  }
}
