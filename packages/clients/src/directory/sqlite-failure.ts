import { ChanceryError } from '@chancery/core'

/** Primary result codes of SQLite (https://sqlite.org/rescode.html) that pass by themselves, or by making room. */
const passing = new Map([
  [5, 'The client directory is in use by another process.'],
  [6, 'The client directory is in use by another process.'],
  [8, 'The client directory cannot be written to.'],
  [10, 'The disk of the client directory reported a fault.'],
  [13, 'The disk of the client directory is full.'],
  [14, 'The client directory cannot be opened.'],
])
/** SQLITE_CONSTRAINT: of our tables, only another client's identifier can be in the way. */
const constraint = 19

const primaryCode = (cause: unknown): number =>
  typeof cause === 'object' && cause !== null && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0

/** Another connection has what is wanted, and will give it back. */
export const isBusy = (cause: unknown): boolean => [5, 6].includes(primaryCode(cause))

/** SQLite's own failures as the port names them: another process holds the file, or the disk is full or damaged. */
export function sqliteFailure(cause: unknown): ChanceryError {
  if (ChanceryError.is(cause)) return cause
  const code = primaryCode(cause)
  if (code === constraint) {
    return new ChanceryError('write_conflict', 'A client was changed at the same time.', { cause })
  }
  const message = passing.get(code)
  const options = { details: { provider: 'sqlite' }, cause }
  return message === undefined
    ? new ChanceryError('provider_failed', 'The client directory could not be used.', options)
    : new ChanceryError('provider_unavailable', message, options)
}
