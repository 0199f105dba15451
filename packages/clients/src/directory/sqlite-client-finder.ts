import type { DatabaseSync } from 'node:sqlite'
import { type ClientIdentifier, type ClientRecord, identifierKey, maxOfBlock } from '@chancery/core'

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

/**
 * Finds the clients that have one of some identifiers, as `match` of the port says. Blocks, which are many, are asked for at
 * once, and those are answered that somebody has.
 */
export function clientFinder(
  database: DatabaseSync,
): (space: string, identifiers: readonly ClientIdentifier[]) => readonly FoundClient[] {
  const having = database.prepare('SELECT client FROM identifiers WHERE space = ? AND key = ?')
  const ofBlocks = database.prepare(
    `SELECT sought.value AS key, (
       SELECT json_group_array(client) FROM (
         SELECT client FROM blocks AS known WHERE known.space = ?1 AND known.key = sought.value ORDER BY client LIMIT ${maxOfBlock}
       )
     ) AS clients
     FROM json_each(?2) AS sought
     WHERE EXISTS (SELECT 1 FROM blocks AS known WHERE known.space = ?1 AND known.key = sought.value)`,
  )
  const own = database.prepare('SELECT number AS client FROM clients WHERE space = ? AND id = ?')
  const numbered = database.prepare(
    `SELECT number, record FROM clients WHERE number IN (SELECT value FROM json_each(?)) ORDER BY created_at, id`,
  )
  return (space, identifiers) => {
    const found = new Map<number, ClientIdentifier[]>()
    const add = (client: unknown, identifier: ClientIdentifier): void => {
      const number = Number(client)
      const by = found.get(number)
      if (by === undefined) found.set(number, [identifier])
      else by.push(identifier)
    }
    const blocks = new Set<number>()
    const asked = new Set<string>()
    for (const each of identifiers) {
      if (each.kind === 'block') {
        blocks.add(each.value)
        continue
      }
      const key = identifierKey(each)
      if (asked.has(key)) continue
      asked.add(key)
      const clients = each.kind === 'id' ? own.all(space, each.value) : having.all(space, key)
      for (const { client } of clients) add(client, each)
    }
    // In the order of the table, page by page.
    const sought = JSON.stringify([...blocks].sort((a, b) => a - b))
    for (const { key, clients } of ofBlocks.all(space, sought)) {
      const block: ClientIdentifier = { kind: 'block', value: Number(key) }
      for (const client of JSON.parse(String(clients)) as number[]) add(client, block)
    }
    if (found.size === 0) return []
    return numbered.all(JSON.stringify([...found.keys()])).flatMap((row) => {
      const stored = storedIn(row)
      return stored === undefined ? [] : { ...stored, by: found.get(stored.number) ?? [] }
    })
  }
}
