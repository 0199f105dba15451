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

/** Finds the clients that have one of some identifiers, as `match` of the port says. */
export function clientFinder(
  database: DatabaseSync,
): (space: string, identifiers: readonly ClientIdentifier[]) => readonly FoundClient[] {
  const having = database.prepare('SELECT client FROM identifiers WHERE space = ? AND key = ?')
  const ofBlock = database.prepare(
    `SELECT client FROM blocks WHERE space = ? AND key = ? ORDER BY client LIMIT ${maxOfBlock}`,
  )
  const own = database.prepare('SELECT number AS client FROM clients WHERE space = ? AND id = ?')
  const numbered = database.prepare(
    `SELECT number, record FROM clients WHERE number IN (SELECT value FROM json_each(?)) ORDER BY created_at, id`,
  )
  return (space, identifiers) => {
    const found = new Map<number, ClientIdentifier[]>()
    for (const each of identifiers) {
      const clients =
        each.kind === 'block'
          ? ofBlock.all(space, Number(each.value))
          : each.kind === 'id'
            ? own.all(space, each.value)
            : having.all(space, identifierKey(each))
      for (const { client } of clients) {
        const by = found.get(Number(client))
        if (by === undefined) found.set(Number(client), [each])
        else by.push(each)
      }
    }
    if (found.size === 0) return []
    return numbered.all(JSON.stringify([...found.keys()])).flatMap((row) => {
      const stored = storedIn(row)
      return stored === undefined ? [] : { ...stored, by: found.get(stored.number) ?? [] }
    })
  }
}
