import type { DatabaseSync } from 'node:sqlite'
import { type ClientRecord, type ClientSearch, searchTermsOf } from '@chancery/core'
import { keyTable } from './sqlite-key-table.ts'

export interface ChangedWords {
  readonly client: number
  /** As it was; absent: not there. */
  readonly before?: ClientRecord | undefined
  /** Absent: gone. */
  readonly now?: ClientRecord
}

/** The words by whose beginnings clients are looked for, by the numbers of those who say them. */
export function clientWords(database: DatabaseSync) {
  const words = keyTable(database, 'words', ['space', 'key', 'client'])

  return {
    /** Within a transaction of the caller's. */
    write(space: string, changed: readonly ChangedWords[]): void {
      for (const { client, before, now } of changed) {
        const had = new Set(before === undefined ? [] : searchTermsOf(before))
        for (const term of now === undefined ? [] : searchTermsOf(now))
          if (!had.delete(term)) words.remember(space, term, client)
        for (const term of had) words.forget(space, term, client)
      }
      words.takeOver()
    },
    /** The numbers of the clients that have a word of each list, in order, behind a place; no more than `most`. */
    find(space: string, beginnings: ClientSearch['beginnings'], place: number, most: number): readonly number[] {
      const begun = words.names.flatMap(
        (table) => `SELECT client FROM ${table} WHERE space = ?1 AND client > ?2 AND key`,
      )
      const having = beginnings.map((each) =>
        each.flatMap(() => begun.map((select) => `${select} BETWEEN ? AND ?`)).join(' UNION ALL '),
      )
      const bounds = beginnings.flatMap((each) => each.flatMap((begin) => begun.flatMap(() => [begin, lastOf(begin)])))
      return database
        .prepare(
          `SELECT client FROM (${having.map((each) => `SELECT client FROM (${each})`).join(' INTERSECT ')}) ORDER BY client LIMIT ${most}`,
        )
        .all(space, place, ...bounds)
        .map(({ client }) => Number(client))
    },
  }
}

/** What no word that begins so is behind. */
const lastOf = (begin: string): string => `${begin}\u{10ffff}`
