import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Keys that are kept apart, as they came last. Keys are spread over the whole of their table: written there at once, each
 * batch of an import would write every page of it. So they are gathered in a small table first, and taken over when
 * there are this many (as in a log-structured merge tree; O'Neil and others, 1996).
 */
const maxRecent = 32_000

/** A table of keys, and the small one of what came last. */
export function keyTable(database: DatabaseSync, name: string, columns: readonly string[]) {
  const recent = `recent_${name}`
  const insert = database.prepare(
    `INSERT INTO ${recent} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
  )
  const names = [name, recent]
  const inBoth = (statement: (table: string) => string): readonly StatementSync[] =>
    names.map((table) => database.prepare(statement(table)))
  const remove = inBoth((table) => `DELETE FROM ${table} WHERE space = ? AND key = ? AND client = ?`)
  const count = database.prepare(`SELECT count(*) AS count FROM ${recent}`)
  const move = database.prepare(`INSERT INTO ${name} SELECT * FROM ${recent} WHERE true ON CONFLICT DO NOTHING`)
  const empty = database.prepare(`DELETE FROM ${recent}`)
  return {
    /** Of the table and of the small one. */
    names,
    inBoth,
    remember: (...values: readonly (string | number)[]): void => void insert.run(...values),
    forget(...values: readonly (string | number)[]): void {
      for (const each of remove) each.run(...values)
    },
    takeOver(): void {
      if (Number(count.get()?.['count']) < maxRecent) return
      move.run()
      empty.run()
    },
  }
}
