import { ChanceryError } from '@chancery/core'
import { ConfigurationError } from '@chancery/wiring'
import { expect, it } from 'vitest'
import { startFault } from './start-fault.ts'

const system = (code: string, syscall: string): Error => Object.assign(new Error(code), { code, syscall })

it.each([
  [new ConfigurationError(['CHANCERY_PORT: a number.']), /CHANCERY_PORT: a number\.$/],
  [
    new ChanceryError('provider_unavailable', 'The disk of the state database is full.', {
      details: { provider: 'sqlite' },
    }),
    /^The disk of the state database is full\. Look whether the data folder has room, .* CHANCERY_DATA\.$/,
  ],
  [
    new ChanceryError('provider_unavailable', 'The audit log cannot be written to.', { details: { provider: 'file' } }),
    /^The audit log cannot be written to\. Look whether its folder \(CHANCERY_AUDIT_FOLDER, .*\.$/,
  ],
  [
    new ChanceryError('provider_unavailable', 'The database cannot be reached.', {
      details: { provider: 'postgres' },
      cause: 'ECONNREFUSED',
    }),
    /^The database cannot be reached\. Look whether CHANCERY_DATABASE_URL is right, .*\.$/,
  ],
  [
    new ChanceryError('provider_unavailable', 'The database refused the service.', {
      details: { provider: 'postgres' },
      cause: 'Postgres 28P01',
    }),
    /^The database refused the service\. Look whether CHANCERY_DATABASE_URL is right/,
  ],
  [new ChanceryError('provider_unavailable', 'Run migrate.', { details: { provider: 'postgres' } }), /^Run migrate\.$/],
  [
    system('ENOSPC', 'mkdir'),
    /^The data folder is on a full disk \(ENOSPC\)\. Make room, or choose another with --data/,
  ],
  [system('EROFS', 'open'), /^The data folder is on a disk that cannot be written to/],
  [system('EADDRINUSE', 'listen'), /^The port is taken\. Choose another/],
  [system('EACCES', 'listen'), /^There is no listening here \(EACCES\)\. Choose another address or port/],
  [system('EACCES', 'mkdir'), /^The data folder cannot be used \(EACCES\)\. Let the user of the service write to it/],
  [system('ERR_PARSE_ARGS_UNKNOWN_OPTION', ''), /\nOptions: --host /],
])('says in a sentence what ended a start, and what to do: %s', (error, told) => {
  expect(startFault(error)).toMatch(told)
})

it.each([[new TypeError('a fault')], [system('ERR_SOMETHING', 'read')]])('shows others whole: %s', (error) => {
  expect(startFault(error)).toBeUndefined()
})
