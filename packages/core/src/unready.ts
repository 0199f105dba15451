import { ChanceryError, type ErrorOptions } from './errors.ts'

/** Why a part of the service cannot be used, in words that a probe may show to anybody. */
export const unreadyReasons = [
  'disk_full',
  'not_writable',
  'database_absent',
  'database_corrupt',
  'database_unreachable',
  'database_outdated',
  'children_cannot_start',
  'credentials_refused',
  'in_use',
  'timeout',
  'unavailable',
] as const
export type UnreadyReason = (typeof unreadyReasons)[number]

const known: ReadonlySet<unknown> = new Set(unreadyReasons)

/** The reason that an error of a `check` gives; `unavailable` where it gives none. */
export function unreadyReasonOf(error: unknown): UnreadyReason {
  if (!ChanceryError.is(error)) return 'unavailable'
  const { reason } = error.details
  if (known.has(reason)) return reason as UnreadyReason
  if (error.code === 'provider_timeout' || error.code === 'deadline_exceeded') return 'timeout'
  if (ChanceryError.is(error.cause)) return unreadyReasonOf(error.cause)
  return reasonOfDiskFault(error.cause) ?? reasonOfWords(error.cause) ?? reasonOfWords(reason) ?? 'unavailable'
}

/** Of the codes that an adapter keeps of an error: `ENOSPC write`, `ERR_SQLITE_ERROR 13`. */
function reasonOfWords(words: unknown): UnreadyReason | undefined {
  if (typeof words !== 'string') return undefined
  for (const word of words.split(' ')) {
    const found = /^\d+$/.test(word) ? reasonOfDiskFault({ errcode: Number(word) }) : reasonOfDiskFault({ code: word })
    if (found !== undefined) return found
  }
  return undefined
}

/** What a `check` throws. @param provider id of the adapter */
export const unready = (
  provider: string,
  reason: UnreadyReason,
  message: string,
  options: Pick<ErrorOptions, 'cause'> = {},
): ChanceryError => new ChanceryError('provider_unavailable', message, { ...options, details: { provider, reason } })

/** Result codes of SQLite (https://sqlite.org/rescode.html), and codes of the operating system, as reasons. */
const bySqlite: Readonly<Record<number, UnreadyReason>> = {
  5: 'in_use',
  6: 'in_use',
  8: 'not_writable',
  11: 'database_corrupt',
  13: 'disk_full',
  14: 'database_absent',
  26: 'database_corrupt',
}
const bySystem: Readonly<Record<string, UnreadyReason>> = {
  EACCES: 'not_writable',
  EDQUOT: 'disk_full',
  ENOSPC: 'disk_full',
  EPERM: 'not_writable',
  EROFS: 'not_writable',
}

/** The reason behind a fault of a disk or of a database in a file, by its codes alone: its words name paths. */
export function reasonOfDiskFault(error: unknown): UnreadyReason | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown }
  if (typeof errcode === 'number') return bySqlite[errcode & 0xff]
  return typeof code === 'string' ? bySystem[code] : undefined
}
