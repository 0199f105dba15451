import { describe, expect, it } from 'vitest'
import { ChanceryError } from './errors.ts'
import { reasonOfDiskFault, unready, unreadyReasonOf } from './unready.ts'

const unavailable = (options: ConstructorParameters<typeof ChanceryError>[2]) =>
  new ChanceryError('provider_unavailable', 'It cannot be used.', options)

describe('why a part cannot be used', () => {
  it.each<readonly [string, unknown, string]>([
    ['what is no error of ours', new Error('x'), 'unavailable'],
    ['a reason of the list', unready('local', 'disk_full', 'Full.'), 'disk_full'],
    ['a reason that is none', unavailable({ details: { reason: 'moon' } }), 'unavailable'],
    ['a timeout of a provider', new ChanceryError('provider_timeout', 'x'), 'timeout'],
    ['a deadline', new ChanceryError('deadline_exceeded', 'x'), 'timeout'],
    ['a reason behind it', unavailable({ cause: unready('local', 'in_use', 'Used.') }), 'in_use'],
    ['a fault of the disk behind it', unavailable({ cause: { code: 'EROFS' } }), 'not_writable'],
    ['words as the cause', unavailable({ cause: 'ENOSPC write' }), 'disk_full'],
    ['words as the reason', unavailable({ details: { reason: 'ERR_SQLITE_ERROR 13' } }), 'disk_full'],
    ['words of no fault', unavailable({ details: { reason: 'EPIPE write' } }), 'unavailable'],
    ['nothing', unavailable({}), 'unavailable'],
  ])('%s', (_, error, reason) => {
    expect(unreadyReasonOf(error)).toBe(reason)
  })

  it('is kept with the provider, and what was behind it', () => {
    const cause = new Error('behind')
    const error = unready('local', 'not_writable', 'It cannot be written.', { cause })
    expect(error).toMatchObject({
      code: 'provider_unavailable',
      message: 'It cannot be written.',
      details: { provider: 'local', reason: 'not_writable' },
      cause,
    })
  })
})

describe('a fault of a disk or database', () => {
  it.each<readonly [object, string | undefined]>([
    [{ errcode: 5 }, 'in_use'],
    [{ errcode: 6 }, 'in_use'],
    [{ errcode: 8 }, 'not_writable'],
    [{ errcode: 11 }, 'database_corrupt'],
    [{ errcode: 13 }, 'disk_full'],
    [{ errcode: 14 }, 'database_absent'],
    [{ errcode: 26 }, 'database_corrupt'],
    // An extended code: SQLITE_BUSY_SNAPSHOT.
    [{ errcode: 517, code: 'EACCES' }, 'in_use'],
    [{ errcode: 1 }, undefined],
    [{ code: 'EACCES' }, 'not_writable'],
    [{ code: 'EPERM' }, 'not_writable'],
    [{ code: 'EROFS' }, 'not_writable'],
    [{ code: 'EDQUOT' }, 'disk_full'],
    [{ code: 'ENOSPC' }, 'disk_full'],
    [{ code: 'ENOENT' }, undefined],
    [{ code: 13 }, undefined],
  ])('%j is %s', (error, reason) => {
    expect(reasonOfDiskFault(error)).toBe(reason)
  })

  it('is none in what is no object', () => {
    expect(reasonOfDiskFault('ENOSPC')).toBeUndefined()
    expect(reasonOfDiskFault(null)).toBeUndefined()
  })
})
