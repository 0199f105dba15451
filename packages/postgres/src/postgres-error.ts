import { ChanceryError, unready, type UnreadyReason } from '@chancery/core'

const busy = 'The database is busy.'
const ending = 'The database is shutting down or starting.'
const unreachable = 'The database cannot be reached.'
const refused = 'The database refused the service.'
const encrypted = 'The database cannot be reached by TLS, as its address asks for.'
const full = 'The database has no room left.'

/** Wherever the service runs: from a bundle, from npm or from the sources. */
export const toMigrate = 'run its command `migrate` (`npm run migrate`, `npx chancery migrate`, `node migrate.js`).'

/** By SQLSTATE or its class: https://www.postgresql.org/docs/current/errcodes-appendix.html. All of it passes, or can be mended there. */
const messages: Readonly<Record<string, string>> = {
  '08': unreachable,
  '28': refused,
  '40': busy,
  '53': full,
  '53300': busy,
  '53400': busy,
  '55P03': busy,
  '57014': busy,
  '57P': ending,
  '3D': 'The database does not exist.',
  '3F': 'The schema for the tables of Chancery does not exist, or the service may not use it.',
  '25006': 'The database cannot be written to.',
  '42501': 'The database does not let the service use its tables.',
  '42P01': `The database lacks tables of Chancery: ${toMigrate}`,
  '42P07': 'The database has other tables by the names of Chancery’s: take a schema or database of its own.',
}

/** Of our tables, only what one client alone may have can be in the way: everything else is written over. */
const uniqueViolation = '23505'

/** What the client says in words alone, for want of a code. */
const unreachableWords = /timeout|terminated|not queryable|closed|ended the connection|calling end on the pool/i
const encryptedWords = /does not support SSL|certificate/i

/** Codes of Node, its sockets and its TLS that mean that no connection came about or that it broke. */
const unreachableCode =
  /^(?:E(?:CONN\w+|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT|ACCES|ADDRNOTAVAIL)|ERR_SOCKET\w*)$/
const encryptedCode = /^(?:ERR_(?:SSL|TLS)\w*|\w*CERT\w*|UNABLE_TO_\w+)$/

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/** The SQLSTATE of an error that the database itself reported, on a connection that goes on. */
export function sqlState(error: unknown): string | undefined {
  const code = codeOf(error)
  return /^[0-9A-Z]{5}$/.test(code) && typeof error === 'object' && error !== null && 'severity' in error
    ? code
    : undefined
}

/** A transaction that lost against another one: the same again may succeed at once. */
export const lostRace = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error) ?? '')

/**
 * What an error of the database or its client means to a caller. Their own words may name hosts, users and what is in a
 * row: only a code goes on.
 */
export function postgresError(error: unknown): ChanceryError {
  if (ChanceryError.is(error)) return error
  const state = sqlState(error)
  if (state === uniqueViolation) {
    return new ChanceryError('write_conflict', 'It was changed at the same time.', { cause: `Postgres ${state}` })
  }
  if (state !== undefined) {
    const message = messages[state] ?? messages[state.slice(0, 3)] ?? messages[state.slice(0, 2)]
    return message === undefined
      ? new ChanceryError('internal', 'The database refused a statement.', { cause: `Postgres ${state}` })
      : unavailable(message, `Postgres ${state}`)
  }
  const code = codeOf(error)
  if (code !== '' && error instanceof Error && 'syscall' in error && error.syscall === 'open') {
    return unavailable('A file that the address of the database names cannot be read.', code)
  }
  if (code === 'ERR_INVALID_URL' || error instanceof URIError) {
    return unavailable(
      'The address of the database cannot be read: in a name or password, write `%23` for `#`, `%40` for `@`, `%2F` for `/`, `%25` for `%`.',
      'ERR_INVALID_URL',
    )
  }
  if (encryptedCode.test(code)) return unavailable(encrypted, code)
  if (unreachableCode.test(code)) return unavailable(unreachable, code)
  if (code === '' && error instanceof Error) {
    if (encryptedWords.test(error.message)) return unavailable(encrypted, error.name)
    if (unreachableWords.test(error.message)) return unavailable(unreachable, error.name)
  }
  return new ChanceryError('internal', 'The database met a fault of its own.', { cause: error })
}

const unavailable = (message: string, cause: string): ChanceryError =>
  new ChanceryError('provider_unavailable', message, { details: { provider: 'postgres' }, cause })

/** By the beginning of the SQLSTATE. */
const reasons: readonly (readonly [string, UnreadyReason])[] = [
  ['28', 'credentials_refused'],
  ['531', 'disk_full'],
  ['3D', 'database_absent'],
  ['3F', 'database_absent'],
  ['42P01', 'database_absent'],
  ['25006', 'not_writable'],
  ['42501', 'not_writable'],
  ['XX', 'database_corrupt'],
]

/** What a `check` throws for a failure of the database. */
export function unreadyDatabase(error: unknown): never {
  const failure = postgresError(error)
  const [, state] = /^Postgres (\w{5})$/.exec(String(failure.cause)) ?? []
  const found = reasons.find(([prefix]) => state?.startsWith(prefix) === true)
  // Without a code, it is our own words that say what is the matter with the tables.
  const outdated = state === undefined && failure.message.includes(toMigrate)
  const reason = found?.[1] ?? (outdated ? 'database_outdated' : 'database_unreachable')
  throw unready('postgres', reason, failure.message, { cause: failure })
}
