import type { DatabaseSync } from 'node:sqlite'
import { type ClientRecord, type ClientSearch, searchKeys, searchQuery } from '@chancery/core'

export interface ChangedWords {
  readonly client: number
  /** As it was; absent: not there. */
  readonly before?: ClientRecord | undefined
  /** Absent: gone. */
  readonly now?: ClientRecord
}

/** Entries that a client may have in the index of words, one of a version: behind the last place the first is taken again. */
const entriesOfClient = 64
const firstEntry = (client: number): number => client * entriesOfClient
const lastEntry = (client: number): number => firstEntry(client) + entriesOfClient - 1
const entryOf = (client: number, { version }: ClientRecord): number => firstEntry(client) + (version % entriesOfClient)

/** Clients whose former words one change takes out: of an import that changes thousands, that would take minutes. */
const takenOutAtOnce = 5

/**
 * The words by whose beginnings clients are looked for. What FTS5 takes out for good costs it a hundred times what it puts
 * in, and the more the larger the index is. So a client that has words more, as most have that a row changes, gets a
 * further entry, with all of its words; the former ones still say nothing else. Where many clients of one change do not say
 * words any more, these are taken out of most of them by later changes, a few each: until then `find` gives too many.
 */
export function clientWords(database: DatabaseSync) {
  const insert = database.prepare('INSERT OR REPLACE INTO words (rowid, terms) VALUES (?, ?)')
  const remove = database.prepare('DELETE FROM words WHERE rowid BETWEEN ? AND ?')
  const matching = database.prepare(
    `SELECT DISTINCT rowid / ${entriesOfClient} AS client FROM words WHERE words MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?`,
  )
  const leave = database.prepare('INSERT OR IGNORE INTO former_words (client) VALUES (?)')
  const isTakenOut = database.prepare('DELETE FROM former_words WHERE client = ?')
  const left = database.prepare(
    'SELECT number, space, record FROM former_words CROSS JOIN clients ON number = client ORDER BY client LIMIT ?',
  )
  const takeOut = (client: number): void => {
    remove.run(firstEntry(client), lastEntry(client))
    isTakenOut.run(client)
  }
  const add = (client: number, record: ClientRecord, terms: ReadonlySet<string>): void => {
    insert.run(entryOf(client, record), [...terms].join(' '))
  }

  return {
    /** Within a transaction of the caller's. */
    write(space: string, changed: readonly ChangedWords[]): void {
      let takenOut = 0
      // In the order of their numbers: for a smaller one FTS5 writes out all that it has gathered.
      for (const { client, before, now } of changed.toSorted((a, b) => a.client - b.client)) {
        const had = before === undefined ? [] : searchKeys(space, before)
        const has = new Set(now === undefined ? [] : searchKeys(space, now))
        const isAllSaid = had.every((term) => has.has(term))
        if (!isAllSaid && (now === undefined || takenOut < takenOutAtOnce)) {
          takeOut(client)
          takenOut++
        } else if (!isAllSaid) leave.run(client)
        if (now !== undefined && (!isAllSaid || had.length < has.size)) add(client, now, has)
      }
      for (const each of takenOut < takenOutAtOnce ? left.all(takenOutAtOnce - takenOut) : []) {
        const [client, record] = [Number(each['number']), JSON.parse(String(each['record'])) as ClientRecord]
        takeOut(client)
        add(client, record, new Set(searchKeys(String(each['space']), record)))
      }
    },
    /** The numbers of the clients that are meant, or were once, in order, behind a place; no more than `most`. */
    find: (space: string, beginnings: ClientSearch['beginnings'], place: number, most: number): readonly number[] =>
      matching.all(wordsQuery(space, beginnings), lastEntry(place), most).map(({ client }) => Number(client)),
  }
}

/** As FTS5 wants it: `("nada" * OR "eada" *) AND ("p44" *)`. Beginnings hold nothing that would have to be escaped. */
const wordsQuery = (space: string, beginnings: ClientSearch['beginnings']): string =>
  searchQuery(space, beginnings)
    .map((each) => `(${each.map((begin) => `"${begin.replaceAll('"', '')}" *`).join(' OR ')})`)
    .join(' AND ')
