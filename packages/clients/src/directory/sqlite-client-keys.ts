import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { ChanceryError, type ClientIdentifier, identifierKey, maxOfKey, provesAlone } from '@chancery/core'
import { keyTable } from './sqlite-key-table.ts'

/** What a client, by its number, is found by. */
export interface OwnedIdentifier {
  readonly identifier: ClientIdentifier
  readonly client: number
}

/**
 * What clients are found by: blocks, which are many, as bare numbers, all else with its kind. Each in a table, and in a
 * small one of what came last.
 */
export function clientKeys(database: DatabaseSync) {
  const blocks = keyTable(database, 'blocks', ['space', 'key', 'client'])
  const others = keyTable(database, 'identifiers', ['space', 'key', 'client', 'alone'])
  const ofBlocks = blocks.inBoth(firstClients)
  const having = others.inBoth(firstClients)
  const owners = others.inBoth(
    (table) =>
      `SELECT known.key, client FROM json_each(?2) AS sought CROSS JOIN ${table} AS known ON known.space = ?1 AND known.key = sought.value WHERE alone = 1`,
  )
  const ownersOf = (space: string, sought: readonly string[]): Map<string, number> => {
    const keys = JSON.stringify(sought)
    return new Map(
      owners.flatMap((each) =>
        each.all(space, keys).map(({ key, client }): [string, number] => [String(key), Number(client)]),
      ),
    )
  }

  return {
    /** The numbers of the clients that have a block: the first `maxOfKey` of each that anybody has. */
    ofBlocks: (space: string, sought: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> =>
      // In the order of the table, page by page.
      clientsOf(
        ofBlocks,
        space,
        [...sought].sort((a, b) => a - b),
      ),
    /** The numbers of the clients that have one of some other identifiers, by its key: as many, too. */
    having: (space: string, sought: readonly string[]): ReadonlyMap<string, readonly number[]> =>
      clientsOf(having, space, sought),
    forget(space: string, identifier: ClientIdentifier, client: number): void {
      if (identifier.kind === 'block') blocks.forget(space, identifier.value, client)
      else others.forget(space, identifierKey(identifier), client)
    },
    /** @throws `write_conflict` where another client has what one client alone may have. */
    remember(space: string, fresh: readonly OwnedIdentifier[]): void {
      const alone = fresh.flatMap(({ identifier }) => (provesAlone(identifier) ? identifierKey(identifier) : []))
      const owned = ownersOf(space, alone)
      for (const { identifier, client } of fresh) {
        if (identifier.kind === 'block') {
          blocks.remember(space, identifier.value, client)
          continue
        }
        const key = identifierKey(identifier)
        const isAlone = provesAlone(identifier)
        if (isAlone && (owned.get(key) ?? client) !== client) throw conflict()
        if (isAlone) owned.set(key, client)
        others.remember(space, key, client, isAlone ? 1 : 0)
      }
      blocks.takeOver()
      others.takeOver()
    },
  }
}

/** Of each key that anybody has its first clients, as a list in JSON. */
const firstClients = (table: string): string =>
  `SELECT sought.key AS place, (
     SELECT json_group_array(client) FROM (
       SELECT client FROM ${table} AS known WHERE known.space = ?1 AND known.key = sought.value ORDER BY client LIMIT ${maxOfKey}
     )
   ) AS clients
   FROM json_each(?2) AS sought
   WHERE EXISTS (SELECT 1 FROM ${table} AS known WHERE known.space = ?1 AND known.key = sought.value)`

function clientsOf<Key extends string | number>(
  statements: readonly StatementSync[],
  space: string,
  sought: readonly Key[],
): ReadonlyMap<Key, readonly number[]> {
  const found = new Map<Key, readonly number[]>()
  const keys = JSON.stringify(sought)
  for (const statement of statements) {
    for (const { place, clients } of statement.all(space, keys)) {
      const key = sought[Number(place)]
      if (key === undefined) continue
      const these = JSON.parse(String(clients)) as number[]
      const before = found.get(key)
      found.set(key, before === undefined ? these : firstOf(before, these))
    }
  }
  return found
}

/** The first of two lists in their order, each once. */
const firstOf = (one: readonly number[], two: readonly number[]): readonly number[] =>
  [...new Set([...one, ...two])].sort((a, b) => a - b).slice(0, maxOfKey)

export const conflict = (): ChanceryError =>
  new ChanceryError('write_conflict', 'A client was changed at the same time.')
