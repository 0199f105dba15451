import type { DatabaseSync } from 'node:sqlite'

export type Key = string | number
/** A key, and the number of a client that has it. */
export type Entry<K extends Key> = readonly [key: K, client: number]

/**
 * Keys that came last: in the file as a log, a row of it a change, which is written once and from front to back; at hand in
 * memory, as the log says. Whatever this process or another has added to the log, or taken out of it, is taken note of when
 * it is asked, so that nothing is to be done where a transaction is rolled back.
 */
export function recentKeys<K extends Key>(database: DatabaseSync, log: string) {
  const bounds = database.prepare(
    `SELECT (SELECT min(number) FROM ${log}) AS first, (SELECT max(number) FROM ${log}) AS last`,
  )
  const behind = database.prepare(`SELECT number, space, gone, fresh FROM ${log} WHERE number > ? ORDER BY number`)
  const append = database.prepare(`INSERT INTO ${log} (space, gone, fresh) VALUES (?, ?, ?)`)
  const empty = database.prepare(`DELETE FROM ${log}`)
  const spaces = new Map<string, Map<K, ClientsOfKey>>()
  let [first, last, count] = [0, 0, 0]

  const forgetAll = (): void => {
    spaces.clear()
    ;[first, last, count] = [0, 0, 0]
  }
  const forget = (space: string, [key, client]: Entry<K>): void => {
    const known = spaces.get(space)
    const before = clientsOf(known?.get(key))
    const after = before.filter((each) => each !== client)
    if (after.length === 0) known?.delete(key)
    else known?.set(key, after)
    count -= before.length - after.length
  }
  const remember = (space: string, [key, client]: Entry<K>): void => {
    const known = spaces.get(space) ?? new Map<K, ClientsOfKey>()
    spaces.set(space, known)
    const clients = known.get(key)
    if (clients === undefined) known.set(key, client)
    else if (typeof clients === 'number') known.set(key, [clients, client])
    else clients.push(client)
    count++
  }
  const entriesIn = (text: unknown): readonly Entry<K>[] => JSON.parse(String(text)) as Entry<K>[]

  return {
    /** Reads what the log has more or less than before. To be called before a transaction writes into it. */
    catchUp(): void {
      const now = bounds.get()
      if (Number(now?.['first']) !== first) forgetAll()
      first = Number(now?.['first'])
      if (Number(now?.['last']) === last) return
      for (const row of behind.iterate(last)) {
        const space = String(row['space'])
        for (const each of entriesIn(row['gone'])) forget(space, each)
        for (const each of entriesIn(row['fresh'])) remember(space, each)
        last = Number(row['number'])
      }
    },
    /** How many there are. */
    count: () => count,
    has: (space: string, [key, client]: Entry<K>): boolean => clientsOf(spaces.get(space)?.get(key)).includes(client),
    clientsWith: (space: string, key: K): readonly number[] => clientsOf(spaces.get(space)?.get(key)),
    keys: (space: string): Iterable<K> => spaces.get(space)?.keys() ?? none,
    /** All of them, in the order of a table with this primary key. */
    *sorted(): Generator<readonly [space: string, ...Entry<K>]> {
      for (const [space, known] of [...spaces].sort(byKey)) {
        for (const [key, clients] of [...known].sort(byKey)) {
          for (const client of clientsOf(clients)) yield [space, key, client]
        }
      }
    },
    append(space: string, gone: readonly Entry<K>[], fresh: readonly Entry<K>[]): void {
      if (gone.length + fresh.length > 0) append.run(space, JSON.stringify(gone), JSON.stringify(fresh))
    },
    empty(): void {
      empty.run()
      forgetAll()
    },
  }
}

/** Most keys are those of one client, who needs no list. */
type ClientsOfKey = number | number[]

const clientsOf = (clients: ClientsOfKey | undefined): readonly number[] =>
  clients === undefined ? none : typeof clients === 'number' ? [clients] : clients

const byKey = ([a]: readonly [Key, unknown], [b]: readonly [Key, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

const none: readonly never[] = []
