import { ChanceryError, invalidRequest } from '@chancery/core'
import { throughDocument } from '../store-errors.ts'

interface SystemError {
  readonly code: string
  readonly syscall?: string
  /** SQLite's own number. */
  readonly errcode?: number
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** The code of an operating system error, such as `ENOENT`. */
export const errorCode = (error: unknown): string | undefined => (isSystemError(error) ? error.code : undefined)

/** It may pass by itself, or by making room: nothing was written. */
const unavailable = new Map(
  Object.entries({
    ENOSPC: 'The disk is full.',
    EDQUOT: 'The disk quota is used up.',
    EMFILE: 'Too many files are open.',
    ENFILE: 'Too many files are open.',
    EAGAIN: 'The file system is busy.',
    EBUSY: 'The file system is busy.',
    ENOMEM: 'There is not enough memory.',
  }),
)

const failed = new Map(
  Object.entries({
    EACCES: 'The service may not use the folder of the store.',
    EPERM: 'The service may not do this in the folder of the store.',
    EROFS: 'The folder of the store cannot be written to.',
    EIO: 'The disk reported a fault.',
    EXDEV: 'The folder of the store spans more than one file system.',
  }),
)

/** SQLite result codes (https://sqlite.org/rescode.html): busy, locked, read-only, i/o, full, cannot open. */
const sqliteUnavailable = new Set([5, 6, 8, 10, 13, 14])

/** What an error of the file system or of the index means to a caller. Host paths stay behind. */
export function fileError(error: unknown, provider: string): ChanceryError {
  if (ChanceryError.is(error)) return error
  if (!isSystemError(error)) {
    return new ChanceryError('internal', 'The store met a fault of its own.', { cause: error })
  }
  const { code, syscall, errcode } = error
  // The system's message names host paths: only its code goes on.
  const options = {
    details: { provider },
    cause: [code, errcode, syscall].filter((part) => part !== undefined).join(' '),
  }
  if (code === 'ENAMETOOLONG') {
    return invalidRequest('/path', 'path_too_long', 'A segment of the path is longer than the file system takes.')
  }
  if (code === 'ENOTDIR') return throughDocument()
  if (code === 'ELOOP') return invalidRequest('/path', 'path_symbolic_link', 'The path holds a symbolic link.')
  if (code === 'EILSEQ' || code === 'EINVAL') {
    return invalidRequest('/path', 'path_not_possible', 'The file system cannot hold such a name.')
  }
  const passing = unavailable.get(code)
  if (passing !== undefined) return new ChanceryError('provider_unavailable', passing, options)
  if (code === 'ERR_SQLITE_ERROR' && sqliteUnavailable.has((errcode ?? 0) & 0xff)) {
    return new ChanceryError('provider_unavailable', 'The index of the store cannot be used at present.', options)
  }
  return new ChanceryError('provider_failed', failed.get(code) ?? 'The file system refused the call.', options)
}

/** The same of an error on opening the root of a store: whatever it is, the store cannot be used until it is mended. */
export function rootError(error: unknown, provider: string): ChanceryError {
  return new ChanceryError('provider_unavailable', 'The folder of the store cannot be opened or written to.', {
    details: { provider },
    cause: fileError(error, provider),
  })
}
