import type { DatabaseSync } from 'node:sqlite'
import {
  type ClientChange,
  type ClientIdentifier,
  type ClientRecord,
  deletionKey,
  deletionKeys,
  identifierKey,
  isRemoved,
  type RemovedClient,
  type Seal,
} from '@chancery/core'
import { type clientKeys, conflict, type OwnedIdentifier } from './sqlite-client-keys.ts'
import { type StoredClient, storedIn } from './sqlite-client-finder.ts'
import type { ChangedWords, clientWords } from './sqlite-client-words.ts'

type IdentifiersOf = (record: ClientRecord) => readonly ClientIdentifier[]

/**
 * Writes records and what they are found by, within a transaction of the caller's. Clients that it has read already are
 * not read again.
 * @throws `write_conflict`, and what SQLite throws
 */
export function clientWriter(
  database: DatabaseSync,
  keys: Pick<ReturnType<typeof clientKeys>, 'change'>,
  words: Pick<ReturnType<typeof clientWords>, 'write'>,
  seal: Seal,
): (
  space: string,
  changes: readonly ClientChange[],
  read: readonly StoredClient[],
  identifiersOf: IdentifiersOf,
) => void {
  const before = database.prepare('SELECT number, record FROM clients WHERE space = ? AND id = ?')
  const create = database.prepare('INSERT INTO clients (space, id, version, created_at, record) VALUES (?, ?, ?, ?, ?)')
  const update = database.prepare('UPDATE clients SET version = ?, record = ? WHERE number = ?')
  const remove = database.prepare('DELETE FROM clients WHERE number = ?')
  const remember = deletionTable(database, seal)
  return (space, changes, read, identifiersOf) => {
    const known = new Map(read.map((each) => [each.record.id, each]))
    const gone: OwnedIdentifier[] = []
    const fresh: OwnedIdentifier[] = []
    const forGood = changes.some(isRemoved)
    const changedWords: ChangedWords[] = []
    for (const change of changes) {
      // That a new one is there already, the table says.
      const isNew = change.version === 1 && !isRemoved(change)
      const stored = known.get(change.id) ?? (isNew ? undefined : storedIn(before.get(space, change.id)))
      if ((stored?.record.version ?? 0) !== change.version - 1 || (stored === undefined && isRemoved(change))) {
        throw conflict()
      }
      const had = stored === undefined ? [] : identifiersOf(stored.record)
      if (isRemoved(change)) {
        for (const identifier of had) gone.push({ identifier, client: stored?.number ?? 0 })
        if (stored !== undefined) remember(space, stored.record, change)
        if (stored !== undefined) changedWords.push({ client: stored.number, before: stored.record })
        remove.run(stored?.number ?? 0)
        known.delete(change.id)
        continue
      }
      const record = JSON.stringify(change)
      if (stored !== undefined) update.run(change.version, record, stored.number)
      const number =
        stored?.number ?? Number(create.run(space, change.id, change.version, change.createdAt, record).lastInsertRowid)
      known.set(change.id, { number, record: change })
      changedWords.push({ client: number, before: stored?.record, now: change })
      // What it had before stays as it is.
      const wanted = identifiersOf(change)
      const kept = new Set(had.length === 0 ? [] : wanted.map(identifierKey))
      for (const identifier of had) {
        if (!kept.delete(identifierKey(identifier))) gone.push({ identifier, client: number })
      }
      for (const identifier of wanted) {
        if (had.length === 0 || kept.has(identifierKey(identifier))) fresh.push({ identifier, client: number })
      }
    }
    // Only now: what one client alone may have can go from one to another.
    keys.change(space, { gone, fresh, forGood })
    words.write(space, changedWords, forGood)
  }
}

/** What is remembered of clients that were deleted. */
function deletionTable(database: DatabaseSync, seal: Seal) {
  const insert = database.prepare(
    `INSERT INTO deletions (space, key, client, deleted_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (space, key) DO UPDATE SET client = excluded.client, deleted_at = excluded.deleted_at`,
  )
  return (space: string, record: ClientRecord, { id, deletedAt }: RemovedClient): void => {
    if (deletedAt === undefined) return
    for (const key of deletionKeys(record)) insert.run(space, deletionKey(key, space, seal), id, deletedAt)
  }
}
