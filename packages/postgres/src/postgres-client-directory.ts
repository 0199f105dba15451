import {
  ChanceryError,
  type ClientChange,
  type ClientDeletion,
  type ClientDirectory,
  type ClientIdentifier,
  type ClientRecord,
  type EventRecording,
  type ClientSearch,
  deletionKey,
  deletionKeys,
  identifierKey,
  identifiersOf,
  invalidRequest,
  isKept,
  isRemoved,
  maxOfKey,
  provesAlone,
  type RemovedClient,
  type Seal,
  searchKeys,
  searchQuery,
} from '@chancery/core'
import type { Database, Run } from './database.ts'
import { eventInsert } from './event-statement.ts'
import { forgetOutcomes, keepOutcome, outcomeOf } from './kept-outcomes.ts'
import { escapeText, keyText, unescapeText } from './key-text.ts'
import { onceDone } from './once-done.ts'
import { sealDeletions } from './seal-deletions.ts'
import { unreadyDatabase } from './postgres-error.ts'

/**
 * Clients in Postgres. Changes of a space come one after the other, by a lock that the transaction holds: what one decides
 * on cannot be changed, or made, by another meanwhile.
 * @param seal of what is remembered of deleted clients
 */
export function createPostgresClientDirectory(
  database: Database,
  seal: Seal,
  recording?: EventRecording,
): ClientDirectory {
  const areSealed = onceDone(() => sealDeletions(database.run, seal))
  return {
    id: 'postgres',
    async get(id, { signal, space = '' }) {
      signal.throwIfAborted()
      const { rows } = await database.run('SELECT record FROM chancery_clients WHERE space = $1 AND id = $2', [
        keyText(space),
        keyText(id),
      ])
      return rows[0] && recordOf(rows[0])
    },
    async match(identifiers, { signal, space = '' }) {
      signal.throwIfAborted()
      return matchesOf(database.run, keyText(space), identifiers)
    },
    async change(identifiers, decide, { signal, space = '', imported, outcome, identifiersOf: known = identifiersOf }) {
      signal.throwIfAborted()
      const own = keyText(space)
      return database.transaction(async (run) => {
        // A statement of its own: the next one sees what the transaction before has written.
        await run("SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' clients ' || $1, 0))", [own])
        const records = decide(await matchesOf(run, own, identifiers))
        // The caller may have gone while it waited.
        signal.throwIfAborted()
        await rememberDeleted(run, own, records.filter(isRemoved), seal)
        await writeClients(run, own, records, known)
        if (imported !== undefined && recording !== undefined) {
          const { text, values } = eventInsert(recording.clientsImported(space, imported()), recording)
          await run(text, values)
        }
        const kept = outcome?.()
        if (kept !== undefined) await keepOutcome(run, own, kept)
        return records
      })
    },
    async search({ beginnings, after, limit }, { signal, space = '' }) {
      signal.throwIfAborted()
      if (after?.includes('\0') === true) {
        throw invalidRequest(
          '/cursor',
          'invalid_cursor',
          'The cursor is none of this directory.',
          'Begin again without it.',
        )
      }
      if (beginnings.some((each) => each.length === 0)) return { clients: [] }
      const own = keyText(space)
      // Ids sort by time; the order of their bytes is that of the index.
      const { rows } = await database.run(
        `SELECT id, record FROM chancery_clients WHERE space = $1 AND id > $2
         ${beginnings.length === 0 ? '' : 'AND words @@ $4::tsquery'} ORDER BY id LIMIT $3`,
        [own, after ?? '', limit + 1, ...(beginnings.length === 0 ? [] : [wordsQuery(own, beginnings)])],
      )
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const clients = page.map(recordOf)
      return rows.length > limit && last !== undefined ? { clients, next: String(last['id']) } : { clients }
    },
    async deletions(identifiers, { signal, space = '' }) {
      signal.throwIfAborted()
      if (identifiers.length === 0) return []
      await areSealed()
      const own = keyText(space)
      // An instance of an earlier version, beside this one, still writes bare digests.
      const keysOf = (each: ClientIdentifier): readonly string[] =>
        [deletionKey(each, own, seal), identifierKey(each)].map((key) => keyText(key))
      const { rows } = await database.run(
        'SELECT key, client, deleted_at FROM chancery_client_deletions WHERE space = $1 AND key = ANY ($2::text[])',
        [own, identifiers.flatMap(keysOf)],
      )
      const found = new Map(rows.map((row) => [String(row['key']), row]))
      return identifiers.flatMap((by): ClientDeletion[] => {
        const row = keysOf(by)
          .map((key) => found.get(key))
          .find((each) => each !== undefined)
        const client = unescapeText(String(row?.['client']))
        return row === undefined ? [] : [{ client, deletedAt: String(row['deleted_at']), by }]
      })
    },
    async outcomeOf(place, { signal, space = '' }) {
      signal.throwIfAborted()
      return outcomeOf(database.run, keyText(space), place)
    },
    async forgetOutcomes(which, { signal }) {
      signal.throwIfAborted()
      await forgetOutcomes(database.run, which)
    },
    async check({ signal }) {
      signal.throwIfAborted()
      await database.run('SELECT 1 FROM chancery_clients LIMIT 1').catch(unreadyDatabase)
    },
  }
}

/** As `tsquery` has it: `('nada':* | 'eada':*) & ('p44':*)`. Beginnings hold nothing that would have to be escaped. */
const wordsQuery = (space: string, beginnings: ClientSearch['beginnings']): string =>
  searchQuery(space, beginnings)
    .map((each) => `(${each.map((begin) => `'${begin.replaceAll(/['\\]/g, '')}':*`).join(' | ')})`)
    .join(' & ')

async function matchesOf(
  run: Run,
  space: string,
  identifiers: readonly ClientIdentifier[],
): Promise<readonly ClientRecord[]> {
  if (identifiers.length === 0) return []
  const { rows } = await run(
    `SELECT record FROM chancery_clients WHERE space = $1 AND id IN (
       SELECT client FROM unnest($2::text[]) AS sought (key) CROSS JOIN LATERAL (
         SELECT client FROM chancery_identifiers AS each
         WHERE each.space = $1 AND each.key = sought.key ORDER BY client LIMIT ${maxOfKey}
       ) AS first
       UNION
       SELECT unnest($3::text[])
     ) ORDER BY created_at, id`,
    [space, keysOf(identifiers), identifiers.flatMap(({ kind, value }) => (kind === 'id' ? keyText(value) : []))],
  )
  return rows.map(recordOf)
}

const keysOf = (identifiers: readonly ClientIdentifier[]): readonly string[] => [
  ...new Set(identifiers.filter(({ kind }) => kind !== 'id').map((each) => keyText(identifierKey(each)))),
]

async function writeClients(
  run: Run,
  space: string,
  changes: readonly ClientChange[],
  known: typeof identifiersOf,
): Promise<void> {
  if (new Set(changes.map(({ id }) => id)).size < changes.length) throw conflict()
  await removeClients(run, space, changes.filter(isRemoved))
  const records = changes.filter(isKept)
  if (records.length === 0) return
  const ids = records.map(({ id }) => keyText(id))
  if (new Set(ids).size < ids.length) throw conflict()
  const written = await run(
    `INSERT INTO chancery_clients AS known (space, id, version, created_at, record, words)
     SELECT $1, id, version, created_at, record, array_to_tsvector(string_to_array(words, ' '))
     FROM unnest($2::text[], $3::integer[], $4::text[], $5::text[], $6::text[])
       AS each (id, version, created_at, record, words)
     ON CONFLICT (space, id) DO UPDATE
       SET version = excluded.version, record = excluded.record, words = excluded.words
     WHERE known.version = excluded.version - 1
     RETURNING version, xmax = 0 AS created`,
    [
      space,
      ids,
      records.map(({ version }) => version),
      records.map(({ createdAt }) => escapeText(createdAt)),
      records.map((record) => JSON.stringify(record)),
      records.map((record) => searchKeys(space, record).join(' ')),
    ],
  )
  // `xmax` tells which rows were not there before.
  if (written.count < records.length || written.rows.some((row) => row['created'] === true && row['version'] !== 1))
    throw conflict()

  const clients: string[] = []
  const keys: string[] = []
  const alone: boolean[] = []
  for (const record of records) {
    for (const identifier of known(record)) {
      clients.push(keyText(record.id))
      keys.push(keyText(identifierKey(identifier)))
      alone.push(provesAlone(identifier))
    }
  }
  await run(
    `DELETE FROM chancery_identifiers WHERE space = $1 AND client = ANY ($2::text[])
     AND (client, key) NOT IN (SELECT * FROM unnest($3::text[], $4::text[]))`,
    [space, ids, clients, keys],
  )
  await run(
    `INSERT INTO chancery_identifiers (space, client, key, alone)
     SELECT DISTINCT $1, each.* FROM unnest($2::text[], $3::text[], $4::boolean[]) AS each
     ON CONFLICT (space, key, client) DO NOTHING`,
    [space, clients, keys, alone],
  )
}

async function rememberDeleted(run: Run, space: string, removed: readonly RemovedClient[], seal: Seal): Promise<void> {
  const times = new Map(
    removed.flatMap(({ id, deletedAt }) => (deletedAt === undefined ? [] : [[id, deletedAt] as const])),
  )
  if (times.size === 0) return
  const { rows } = await run('SELECT record FROM chancery_clients WHERE space = $1 AND id = ANY ($2::text[])', [
    space,
    [...times.keys()].map((id) => keyText(id)),
  ])
  const all = rows.map(recordOf).flatMap((record) => deletionKeys(record).map((key) => ({ key, id: record.id })))
  await run(
    `INSERT INTO chancery_client_deletions (space, key, client, deleted_at)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
     ON CONFLICT (space, key) DO UPDATE SET client = excluded.client, deleted_at = excluded.deleted_at`,
    [
      space,
      all.map(({ key }) => keyText(deletionKey(key, space, seal))),
      all.map(({ id }) => escapeText(id)),
      all.map(({ id }) => times.get(id) ?? ''),
    ],
  )
}

async function removeClients(run: Run, space: string, removed: readonly RemovedClient[]): Promise<void> {
  if (removed.length === 0) return
  const ids = removed.map(({ id }) => keyText(id))
  await run('DELETE FROM chancery_identifiers WHERE space = $1 AND client = ANY ($2::text[])', [space, ids])
  const { count } = await run(
    `DELETE FROM chancery_clients AS known USING unnest($2::text[], $3::integer[]) AS gone (id, version)
     WHERE known.space = $1 AND known.id = gone.id AND known.version = gone.version - 1`,
    [space, ids, removed.map(({ version }) => version)],
  )
  if (count < removed.length) throw conflict()
}

const recordOf = (row: Readonly<Record<string, unknown>>): ClientRecord =>
  JSON.parse(String(row['record'])) as ClientRecord

const conflict = (): ChanceryError => new ChanceryError('write_conflict', 'A client was changed at the same time.')
