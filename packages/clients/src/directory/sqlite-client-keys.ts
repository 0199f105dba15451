import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { ChanceryError, type ClientIdentifier, identifierKey, maxOfKey } from '@chancery/core'
import { keyTable } from './sqlite-key-table.ts'
import type { Entry, Key } from './sqlite-recent-keys.ts'

/** What a client, by its number, is found by. */
export interface OwnedIdentifier {
  readonly identifier: ClientIdentifier
  readonly client: number
}

/** What clients are found by: blocks, which are many, as bare numbers, all else with its kind. */
export function clientKeys(database: DatabaseSync) {
  const blocks = keyTable<number>(database, 'blocks')
  const others = keyTable<string>(database, 'identifiers', { alone: (key) => (isAlone(key) ? 1 : 0) })
  const ofBlocks = blocks.prepare(firstClients)
  const having = others.prepare(firstClients)
  const owners = others.prepare(
    (table) =>
      `SELECT known.key, client FROM json_each(?2) AS sought CROSS JOIN ${table} AS known ON known.space = ?1 AND known.key = sought.value WHERE alone = 1`,
  )
  /** Who has, beside those who lose it, what one client alone may have. */
  const ownersOf = (space: string, sought: readonly string[], gone: readonly Entry<string>[]): Map<string, number> => {
    const lost = new Map(gone)
    const found = new Map<string, number>()
    const add = (key: string, client: number): void => {
      if (lost.get(key) !== client) found.set(key, client)
    }
    if (sought.length === 0) return found
    others.recent.catchUp()
    for (const { key, client } of owners.all(space, JSON.stringify(sought))) add(String(key), Number(client))
    for (const key of sought) for (const client of others.recent.clientsWith(space, key)) add(key, client)
    return found
  }

  return {
    /** The numbers of the clients that have a block: the first `maxOfKey` of each that anybody has. */
    ofBlocks: (space: string, sought: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> =>
      // In the order of the table, page by page.
      clientsOf(
        blocks,
        ofBlocks,
        space,
        [...sought].sort((a, b) => a - b),
      ),
    /** The numbers of the clients that have one of some other identifiers, by its key: as many, too. */
    having: (space: string, sought: readonly string[]): ReadonlyMap<string, readonly number[]> =>
      clientsOf(others, having, space, sought),
    /** @throws `write_conflict` where another client has what one client alone may have. */
    change(space: string, { gone, fresh, forGood }: ChangedIdentifiers): void {
      const lost = entriesOf(gone)
      const won = entriesOf(fresh)
      const alone = won.others.filter(([key]) => isAlone(key))
      const owned = ownersOf(
        space,
        alone.map(([key]) => key),
        lost.others,
      )
      for (const [key, client] of alone) {
        if ((owned.get(key) ?? client) !== client) throw conflict()
        owned.set(key, client)
      }
      blocks.change(space, { gone: lost.blocks, fresh: won.blocks, forGood })
      others.change(space, { gone: lost.others, fresh: won.others, forGood })
    },
  }
}

/** What clients of a space are found by no more, and what from now on. */
export interface ChangedIdentifiers {
  readonly gone: readonly OwnedIdentifier[]
  readonly fresh: readonly OwnedIdentifier[]
  /** See `KeyChange`. */
  readonly forGood: boolean
}

function entriesOf(owned: readonly OwnedIdentifier[]) {
  const blocks: Entry<number>[] = []
  const others: Entry<string>[] = []
  for (const { identifier, client } of owned) {
    if (identifier.kind === 'block') blocks.push([identifier.value, client])
    else others.push([identifierKey(identifier), client])
  }
  return { blocks, others }
}

/** `provesAlone` of an identifier, by its key. */
const isAlone = (key: string): boolean => /^(?:external|row):/.test(key)

/** Of each key that anybody has its first clients, as a list in JSON. */
const firstClients = (table: string): string =>
  `SELECT sought.key AS place, (
     SELECT json_group_array(client) FROM (
       SELECT client FROM ${table} AS known WHERE known.space = ?1 AND known.key = sought.value ORDER BY client LIMIT ${maxOfKey}
     )
   ) AS clients
   FROM json_each(?2) AS sought
   WHERE EXISTS (SELECT 1 FROM ${table} AS known WHERE known.space = ?1 AND known.key = sought.value)`

function clientsOf<K extends Key>(
  { recent }: Pick<ReturnType<typeof keyTable<K>>, 'recent'>,
  statement: StatementSync,
  space: string,
  sought: readonly K[],
): ReadonlyMap<K, readonly number[]> {
  const found = new Map<K, readonly number[]>()
  for (const { place, clients } of statement.all(space, JSON.stringify(sought))) {
    const key = sought[Number(place)]
    if (key !== undefined) found.set(key, JSON.parse(String(clients)) as number[])
  }
  recent.catchUp()
  for (const key of sought) {
    const late = recent.clientsWith(space, key)
    if (late.length > 0) found.set(key, firstOf(found.get(key) ?? [], late))
  }
  return found
}

/** The first of two lists in their order, each once. */
const firstOf = (one: readonly number[], two: readonly number[]): readonly number[] =>
  [...new Set([...one, ...two])].sort((a, b) => a - b).slice(0, maxOfKey)

export const conflict = (): ChanceryError =>
  new ChanceryError('write_conflict', 'A client was changed at the same time.')
