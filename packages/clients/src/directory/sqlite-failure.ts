import { ChanceryError } from '@chancery/core'

/** Primary result codes of SQLite that pass by themselves: https://www.sqlite.org/rescode.html */
const busy = 5
const locked = 6
/** SQLITE_CONSTRAINT: of our tables, only another client's identifier can be in the way. */
const constraint = 19

/** SQLite's own failures as the port names them: another process holds the file, or the disk is full or damaged. */
export function sqliteFailure(cause: unknown): ChanceryError {
  if (ChanceryError.is(cause)) return cause
  const code = typeof cause === 'object' && cause !== null && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0
  const details = { provider: 'sqlite' }
  if (code === constraint) {
    return new ChanceryError('write_conflict', 'A client was changed at the same time.', { cause })
  }
  return code === busy || code === locked
    ? new ChanceryError('provider_unavailable', 'The client directory is in use by another process.', {
        details,
        cause,
      })
    : new ChanceryError('provider_failed', 'The client directory could not be used.', { details, cause })
}
