import type { DatabaseSync } from 'node:sqlite'
import { type ClientIdentifier, type ClientRecord, identifierKey } from '@chancery/core'
import type { clientKeys } from './sqlite-client-keys.ts'

/** A client and the number by which the tables of what it is found by name it. */
export interface StoredClient {
  readonly number: number
  readonly record: ClientRecord
}

export interface FoundClient extends StoredClient {
  /** Those of the identifiers by which it was found. */
  readonly by: readonly ClientIdentifier[]
}

export const storedIn = (row: Record<string, unknown> | undefined): StoredClient | undefined =>
  row === undefined
    ? undefined
    : { number: Number(row['number']), record: JSON.parse(String(row['record'])) as ClientRecord }

/** Finds the clients that have one of some identifiers, as `match` of the port says. */
export function clientFinder(
  database: DatabaseSync,
  keys: Pick<ReturnType<typeof clientKeys>, 'ofBlocks' | 'having'>,
): (space: string, identifiers: readonly ClientIdentifier[]) => readonly FoundClient[] {
  const own = database.prepare('SELECT number FROM clients WHERE space = ? AND id = ?')
  const numbered = database.prepare(
    `SELECT number, record FROM clients WHERE number IN (SELECT value FROM json_each(?)) ORDER BY created_at, id`,
  )
  return (space, identifiers) => {
    const found = new Map<number, ClientIdentifier[]>()
    const add = (number: number, identifier: ClientIdentifier): void => {
      const by = found.get(number)
      if (by === undefined) found.set(number, [identifier])
      else by.push(identifier)
    }
    const blocks = new Set<number>()
    const others = new Map<string, ClientIdentifier>()
    for (const each of identifiers) {
      if (each.kind === 'block') blocks.add(each.value)
      else others.set(identifierKey(each), each)
    }
    for (const each of others.values()) {
      if (each.kind !== 'id') continue
      for (const { number } of own.all(space, each.value)) add(Number(number), each)
    }
    for (const [key, clients] of keys.having(space, [...others.keys()])) {
      const identifier = others.get(key)
      if (identifier !== undefined) for (const client of clients) add(client, identifier)
    }
    for (const [value, clients] of keys.ofBlocks(space, blocks)) {
      for (const client of clients) add(client, { kind: 'block', value })
    }
    if (found.size === 0) return []
    return numbered.all(JSON.stringify([...found.keys()])).flatMap((row) => {
      const stored = storedIn(row)
      return stored === undefined ? [] : { ...stored, by: found.get(stored.number) ?? [] }
    })
  }
}
