import { ChanceryError } from '@chancery/core'
import { expect, it } from 'vitest'
import { fileError, rootError } from './file-error.ts'

it.each([
  ['ENOSPC', 'provider_unavailable'],
  ['EDQUOT', 'provider_unavailable'],
  ['EMFILE', 'provider_unavailable'],
  ['EACCES', 'provider_failed'],
  ['EPERM', 'provider_failed'],
  ['EROFS', 'provider_failed'],
  ['EIO', 'provider_failed'],
  ['EXDEV', 'provider_failed'],
  ['ENOTDIR', 'invalid_request'],
  ['ENAMETOOLONG', 'invalid_request'],
  ['ELOOP', 'invalid_request'],
  ['ENONSENSE', 'provider_failed'],
  ['constructor', 'provider_failed'],
])('takes %s for %s, and leaves the place out', (code, expected) => {
  const error = fileError(Object.assign(new Error(`${code}: /home/secret`), { code, syscall: 'open' }), 'local')
  expect(error.code).toBe(expected)
  expect(error.message + JSON.stringify(error) + String(error.cause)).not.toContain('secret')
})

it.each([
  [5, 'provider_unavailable'],
  [13, 'provider_unavailable'],
  [1, 'provider_failed'],
  [11, 'provider_failed'],
])('takes SQLite %i for %s', (errcode, expected) => {
  const error = Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode })
  expect(fileError(error, 'local').code).toBe(expected)
})

it('passes its own errors on, and says of a root only that it cannot be used', () => {
  const own = new ChanceryError('cancelled', 'x')
  expect(fileError(own, 'local')).toBe(own)
  expect(fileError(new TypeError('x'), 'local').code).toBe('internal')
  expect(rootError(Object.assign(new Error('/x'), { code: 'ENOTDIR' }), 'local').code).toBe('provider_unavailable')
})
