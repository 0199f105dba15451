import type { DatabaseSync } from 'node:sqlite'
import { type ClientRecord, type ClientSearch, searchTermsOf } from '@chancery/core'
import { keyTable } from './sqlite-key-table.ts'
import type { Entry } from './sqlite-recent-keys.ts'

export interface ChangedWords {
  readonly client: number
  /** As it was; absent: not there. */
  readonly before?: ClientRecord | undefined
  /** Absent: gone. */
  readonly now?: ClientRecord
}

/** The words by whose beginnings clients are looked for, by the numbers of those who say them. */
export function clientWords(database: DatabaseSync) {
  const words = keyTable<string>(database, 'words')
  /** Of the words that came last: no more than are looked through in some ms. */
  const recently = (space: string, begins: readonly string[]): readonly number[] => {
    const found = new Set<number>()
    for (const key of words.recent.keys(space)) {
      if (!begins.some((begin) => key.startsWith(begin))) continue
      for (const client of words.recent.clientsWith(space, key)) found.add(client)
    }
    return [...found]
  }

  return {
    /** Within a transaction of the caller's. @param forGood see `KeyChange` */
    write(space: string, changed: readonly ChangedWords[], forGood: boolean): void {
      const gone: Entry<string>[] = []
      const fresh: Entry<string>[] = []
      for (const { client, before, now } of changed) {
        const had = new Set(before === undefined ? [] : searchTermsOf(before))
        for (const term of now === undefined ? [] : searchTermsOf(now))
          if (!had.delete(term)) fresh.push([term, client])
        for (const term of had) gone.push([term, client])
      }
      words.change(space, { gone, fresh, forGood })
    },
    /** The numbers of the clients that have a word of each list, in order, behind a place; no more than `most`. */
    find(space: string, beginnings: ClientSearch['beginnings'], place: number, most: number): readonly number[] {
      words.recent.catchUp()
      const having = beginnings.map((each) =>
        [
          ...each.map(() => 'SELECT client FROM words WHERE space = ?1 AND client > ?2 AND key BETWEEN ? AND ?'),
          'SELECT value AS client FROM json_each(?) WHERE value > ?2',
        ].join(' UNION ALL '),
      )
      const values = beginnings.flatMap((each) => [
        ...each.flatMap((begin) => [begin, lastOf(begin)]),
        JSON.stringify(recently(space, each)),
      ])
      return database
        .prepare(
          `SELECT client FROM (${having.map((each) => `SELECT client FROM (${each})`).join(' INTERSECT ')}) ORDER BY client LIMIT ${most}`,
        )
        .all(space, place, ...values)
        .map(({ client }) => Number(client))
    },
  }
}

/** What no word that begins so is behind. */
const lastOf = (begin: string): string => `${begin}\u{10ffff}`
