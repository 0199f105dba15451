import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Up to this size, in bytes, a whole file is looked through: some 200 MB take a second. */
const lookedThrough = 256 * 1024 ** 2

/**
 * What is wrong with an SQLite file that was kept, in a word of SQLite's; nothing is made or changed.
 * @param file is a file, as what SQLite has beside it, or not there
 * @returns `undefined` where it is well, or not there yet
 */
export function databaseFault(file: string): string | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) return undefined
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    // Beyond that size, the tables and the number of pages alone.
    const check = size <= lookedThrough ? 'PRAGMA quick_check(1)' : 'SELECT count(*) AS tables FROM sqlite_schema'
    const { quick_check: found } = (database.prepare(check).get() ?? {}) as { readonly quick_check?: string }
    return found === undefined || found === 'ok' ? undefined : 'malformed'
  } catch (error) {
    const { errcode, errstr } = error as { readonly errcode?: number; readonly errstr?: string }
    return isDamage(errcode) ? (errstr ?? 'malformed') : undefined
  } finally {
    database?.close()
  }
}

/**
 * Whether an SQLite file has tables, and not this one with these columns: then another program has made it. Only for files
 * without a `databaseFault`.
 */
export function isForeignDatabase(file: string, table: string, columns: readonly string[]): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return false
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    if (database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined) return false
    const found = database.prepare('SELECT name FROM pragma_table_info(?)').all(table)
    return !columns.every((column) => found.some(({ name }) => name === column))
  } catch {
    // What cannot be opened is told where it is needed.
    return false
  } finally {
    database?.close()
  }
}

/** The `user_version` of an SQLite file, by which its layout is known; 0 where it is not there, or cannot be opened. */
export function databaseLayout(file: string): number {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return 0
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    return Number(database.prepare('PRAGMA user_version').get()?.['user_version'])
  } catch {
    return 0
  } finally {
    database?.close()
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, with their extended codes; what cannot be opened is told where it is needed. */
const isDamage = (code: number | undefined): boolean => code !== undefined && [11, 26].includes(code & 0xff)
