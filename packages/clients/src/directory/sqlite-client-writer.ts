import type { DatabaseSync } from 'node:sqlite'
import {
  ChanceryError,
  type ClientChange,
  type ClientIdentifier,
  type ClientRecord,
  deletionKey,
  deletionKeys,
  identifierKey,
  identifiersOf,
  isRemoved,
  provesAlone,
  type RemovedClient,
  type Seal,
  searchKeys,
} from '@chancery/core'
import { type StoredClient, storedIn } from './sqlite-client-finder.ts'

/**
 * Writes records and what they are found by, within a transaction of the caller's. Clients that it has read already are
 * not read again.
 * @throws `write_conflict`, and what SQLite throws
 */
export function clientWriter(
  database: DatabaseSync,
  seal: Seal,
): (space: string, changes: readonly ClientChange[], read: readonly StoredClient[]) => void {
  const before = database.prepare('SELECT number, record FROM clients WHERE space = ? AND id = ?')
  const create = database.prepare('INSERT INTO clients (space, id, version, created_at, record) VALUES (?, ?, ?, ?, ?)')
  const update = database.prepare('UPDATE clients SET version = ?, record = ? WHERE number = ?')
  const remove = database.prepare('DELETE FROM clients WHERE number = ?')
  const keys = keyTables(database)
  const words = wordTable(database)
  const remember = deletionTable(database, seal)
  return (space, changes, read) => {
    const known = new Map(read.map((each) => [each.record.id, each]))
    const fresh: OwnedIdentifier[] = []
    for (const change of changes) {
      // That a new one is there already, the table says.
      const isNew = change.version === 1 && !isRemoved(change)
      const stored = known.get(change.id) ?? (isNew ? undefined : storedIn(before.get(space, change.id)))
      if ((stored?.record.version ?? 0) !== change.version - 1 || (stored === undefined && isRemoved(change))) {
        throw conflict()
      }
      const had = stored === undefined ? [] : identifiersOf(stored.record)
      if (isRemoved(change)) {
        for (const each of had) keys.forget(space, each, stored?.number ?? 0)
        if (stored !== undefined) remember(space, stored.record, change)
        words.forget(stored?.number ?? 0)
        remove.run(stored?.number ?? 0)
        known.delete(change.id)
        continue
      }
      const record = JSON.stringify(change)
      if (stored !== undefined) update.run(change.version, record, stored.number)
      const number =
        stored?.number ?? Number(create.run(space, change.id, change.version, change.createdAt, record).lastInsertRowid)
      known.set(change.id, { number, record: change })
      words.remember(space, number, change, stored?.record)
      // What it had before stays as it is.
      const wanted = identifiersOf(change)
      const kept = new Set(had.length === 0 ? [] : wanted.map(identifierKey))
      for (const each of had) if (!kept.delete(identifierKey(each))) keys.forget(space, each, number)
      for (const identifier of wanted) {
        if (had.length === 0 || kept.has(identifierKey(identifier))) fresh.push({ identifier, client: number })
      }
    }
    // Only now: what one client alone may have can go from one to another.
    keys.remember(space, fresh)
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

/** The words by whose beginnings clients are looked for. */
function wordTable(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO words (rowid, terms) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM words WHERE rowid = ?')
  return {
    forget(client: number): void {
      remove.run(client)
    },
    /** Most changes leave the words as they were. */
    remember(space: string, client: number, record: ClientRecord, before: ClientRecord | undefined): void {
      const terms = searchKeys(space, record).join(' ')
      if (before !== undefined) {
        if (searchKeys(space, before).join(' ') === terms) return
        remove.run(client)
      }
      insert.run(client, terms)
    },
  }
}

interface OwnedIdentifier {
  readonly identifier: ClientIdentifier
  readonly client: number
}

/** What clients are found by: blocks, which are many, as bare numbers, all else with its kind. */
function keyTables(database: DatabaseSync) {
  const forgetBlock = database.prepare('DELETE FROM blocks WHERE space = ? AND key = ? AND client = ?')
  const forgetKey = database.prepare('DELETE FROM identifiers WHERE space = ? AND key = ? AND client = ?')
  const rememberBlock = database.prepare(
    'INSERT INTO blocks (space, key, client) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  const rememberKey = database.prepare(
    'INSERT INTO identifiers (space, key, client, alone) VALUES (?, ?, ?, ?) ON CONFLICT (space, key, client) DO NOTHING',
  )
  const owner = database.prepare('SELECT client FROM identifiers WHERE space = ? AND key = ? AND alone = 1')
  return {
    forget(space: string, identifier: ClientIdentifier, client: number): void {
      if (identifier.kind === 'block') forgetBlock.run(space, identifier.value, client)
      else forgetKey.run(space, identifierKey(identifier), client)
    },
    /** In the order of the tables, page by page. */
    remember(space: string, fresh: readonly OwnedIdentifier[]): void {
      const blocks: { readonly key: number; readonly client: number }[] = []
      const others: { readonly key: string; readonly client: number; readonly identifier: ClientIdentifier }[] = []
      for (const { identifier, client } of fresh) {
        if (identifier.kind === 'block') blocks.push({ key: identifier.value, client })
        else others.push({ key: identifierKey(identifier), client, identifier })
      }
      for (const { key, client } of blocks.sort((a, b) => a.key - b.key)) rememberBlock.run(space, key, client)
      for (const { key, identifier, client } of others.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))) {
        const isAlone = provesAlone(identifier)
        if (isAlone && (owner.get(space, key)?.['client'] ?? client) !== client) throw conflict()
        rememberKey.run(space, key, client, isAlone ? 1 : 0)
      }
    },
  }
}

const conflict = (): ChanceryError => new ChanceryError('write_conflict', 'A client was changed at the same time.')
