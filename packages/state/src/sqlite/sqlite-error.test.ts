import { ChanceryError } from '@chancery/core'
import { expect, it } from 'vitest'
import { sqliteError } from './sqlite-error.ts'

it.each([
  [5, 'provider_unavailable'],
  [6, 'provider_unavailable'],
  [8, 'provider_unavailable'],
  [13, 'provider_unavailable'],
  [14, 'provider_unavailable'],
  // SQLITE_IOERR_FSYNC, an extended code.
  [1034, 'provider_unavailable'],
  [1, 'provider_failed'],
  [11, 'provider_failed'],
  [26, 'provider_failed'],
])('takes SQLite %i for %s', (errcode, expected) => {
  const error = sqliteError(Object.assign(new Error('unable to open /home/secret'), { errcode }))
  expect(error.code).toBe(expected)
  expect(error.message + String(error.cause)).not.toContain('secret')
})

it('passes its own errors on, and takes anything else for a fault of ours', () => {
  const own = new ChanceryError('cancelled', 'x')
  expect(sqliteError(own)).toBe(own)
  expect(sqliteError(new TypeError('x')).code).toBe('internal')
})
