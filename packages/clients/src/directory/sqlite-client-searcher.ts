import type { DatabaseSync } from 'node:sqlite'
import type { ClientSearch, FoundClients } from '@chancery/core'
import { placeOf } from './search-place.ts'
import { storedIn } from './sqlite-client-finder.ts'
import type { clientWords } from './sqlite-client-words.ts'

/** Looks for clients, as `search` of the port says, in the order of their numbers. */
export function clientSearcher(
  database: DatabaseSync,
  words: Pick<ReturnType<typeof clientWords>, 'find'>,
): (space: string, search: ClientSearch) => FoundClients {
  const numbered = database.prepare(
    `SELECT number, record FROM clients WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number`,
  )
  const ofSpace = database.prepare(
    'SELECT number, record FROM clients WHERE space = ? AND number > ? ORDER BY number LIMIT ?',
  )
  return (space, { beginnings, after, limit }) => {
    const place = placeOf(after)
    if (beginnings.some((each) => each.length === 0)) return { clients: [] }
    // One more than is wanted tells whether there are others.
    const rows =
      beginnings.length === 0
        ? ofSpace.all(space, place, limit + 1)
        : numbered.all(JSON.stringify(words.find(space, beginnings, place, limit + 1)))
    const found = rows.flatMap((row) => storedIn(row) ?? [])
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const clients = page.map(({ record }) => record)
    return found.length > limit && last !== undefined ? { clients, next: String(last.number) } : { clients }
  }
}
