import type { DatabaseSync } from 'node:sqlite'
import { type ClientSearch, type FoundClients, hasBeginnings } from '@chancery/core'
import { placeOf } from './search-place.ts'
import { storedIn, type StoredClient } from './sqlite-client-finder.ts'
import type { clientWords } from './sqlite-client-words.ts'

/** Looks for clients, as `search` of the port says, in the order of their numbers. */
export function clientSearcher(
  database: DatabaseSync,
  words: Pick<ReturnType<typeof clientWords>, 'find'>,
): (space: string, search: ClientSearch) => FoundClients {
  const numbered = database.prepare(
    `SELECT number, record FROM clients WHERE number IN (SELECT value FROM json_each(?)) AND space = ? ORDER BY number`,
  )
  const ofSpace = database.prepare(
    'SELECT number, record FROM clients WHERE space = ? AND number > ? ORDER BY number LIMIT ?',
  )
  /** Those with the words, of which the index has some that a client does not say any more. */
  function meant(space: string, beginnings: ClientSearch['beginnings'], place: number, most: number): StoredClient[] {
    const found: StoredClient[] = []
    for (let behind = place; ;) {
      const wanted = most - found.length
      const numbers = words.find(space, beginnings, behind, wanted)
      for (const row of numbered.all(JSON.stringify(numbers), space)) {
        const stored = storedIn(row)
        if (stored !== undefined && hasBeginnings(stored.record, beginnings)) found.push(stored)
      }
      const last = numbers.at(-1)
      if (last === undefined || numbers.length < wanted || found.length === most) return found
      behind = last
    }
  }
  return (space, { beginnings, after, limit }) => {
    const place = placeOf(after)
    if (beginnings.some((each) => each.length === 0)) return { clients: [] }
    // One more than is wanted tells whether there are others.
    const found =
      beginnings.length === 0
        ? ofSpace.all(space, place, limit + 1).flatMap((row) => storedIn(row) ?? [])
        : meant(space, beginnings, place, limit + 1)
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const clients = page.map(({ record }) => record)
    return found.length > limit && last !== undefined ? { clients, next: String(last.number) } : { clients }
  }
}
