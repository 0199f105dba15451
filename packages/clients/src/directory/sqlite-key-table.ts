import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Entry, type Key, recentKeys } from './sqlite-recent-keys.ts'

/**
 * Keys that are kept apart, as they came last. Keys are spread over the whole of their table: written there at once, each
 * batch of an import would write every page of it. So they are gathered in a log first, and taken over in the order of the
 * table when there are this many (as in a log-structured merge tree; O'Neil and others, 1996).
 */
const maxRecent = 32_000

/** How the keys of a space change. */
export interface KeyChange<K extends Key> {
  readonly gone: readonly Entry<K>[]
  readonly fresh: readonly Entry<K>[]
  /** Nothing of what goes may be left in the file: the log is given up first. */
  readonly forGood: boolean
}

/**
 * A table of keys, and those of it that came last.
 * @param more columns beside space, key and client, and what is written there for a key
 */
export function keyTable<K extends Key>(
  database: DatabaseSync,
  name: string,
  more: Readonly<Record<string, (key: K) => number>> = {},
) {
  const recent = recentKeys<K>(database, `${name}_log`)
  const columns = ['space', 'key', 'client', ...Object.keys(more)]
  const valuesOf = Object.values(more)
  const insert = database.prepare(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
  )
  const remove = database.prepare(`DELETE FROM ${name} WHERE space = ? AND key = ? AND client = ?`)
  const takeOver = (): void => {
    for (const [space, key, client] of recent.sorted())
      insert.run(space, key, client, ...valuesOf.map((valueOf) => valueOf(key)))
    recent.empty()
  }

  return {
    recent,
    prepare: (statement: (table: string) => string): StatementSync => database.prepare(statement(name)),
    /** Once in a transaction: what it writes is read with the next one. */
    change(space: string, { gone, fresh, forGood }: KeyChange<K>): void {
      recent.catchUp()
      if (recent.count() >= maxRecent || (forGood && recent.count() > 0)) takeOver()
      for (const [key, client] of gone) remove.run(space, key, client)
      // What was in the table alone is not written anew.
      recent.append(
        space,
        gone.filter((each) => recent.has(space, each)),
        fresh,
      )
    },
  }
}
