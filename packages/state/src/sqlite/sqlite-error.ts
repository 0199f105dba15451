import type { DatabaseSync } from 'node:sqlite'
import { ChanceryError } from '@chancery/core'

/** SQLite's primary result codes (https://sqlite.org/rescode.html) that pass by themselves, or by making room. */
const messages = new Map([
  [5, 'The state database is busy.'],
  [6, 'The state database is busy.'],
  [8, 'The state database cannot be written to.'],
  [10, 'The disk of the state database reported a fault.'],
  [13, 'The disk of the state database is full.'],
  [14, 'The state database cannot be opened.'],
])

/** What an error of SQLite means to a caller. Its own message may name host paths: only its number goes on. */
export function sqliteError(error: unknown): ChanceryError {
  if (ChanceryError.is(error)) return error
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return new ChanceryError('provider_unavailable', 'The folder of the state database cannot be used.', {
      details: { provider: 'sqlite' },
      cause: `${String(error.code)} ${String(error.syscall)}`,
    })
  }
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) {
    return new ChanceryError('internal', 'The state database met a fault of its own.', { cause: error })
  }
  const message = messages.get(error.errcode & 0xff)
  const options = { details: { provider: 'sqlite' }, cause: `SQLite ${error.errcode}` }
  return message === undefined
    ? new ChanceryError('provider_failed', 'The state database refused the call.', options)
    : new ChanceryError('provider_unavailable', message, options)
}

/** Runs statements and translates what they throw. */
export function translated<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw sqliteError(error)
  }
}

/** Runs statements as one transaction: all of them are on the disk, or none. */
export const atOnce = <Result>(database: DatabaseSync, work: () => Result): Result =>
  translated(() => {
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK')
      throw error
    }
  })
