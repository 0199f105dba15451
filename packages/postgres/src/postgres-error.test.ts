import { ChanceryError } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { lostRace, postgresError } from './postgres-error.ts'

const secret = 'connect to db.internal as chancery with hunter2'
const reported = (code: string): Error => Object.assign(new Error(secret), { code, severity: 'ERROR' })
const coded = (code: string): Error => Object.assign(new Error(secret), { code })

describe('what an error of Postgres means', () => {
  it.each([
    ['08000', 'provider_unavailable', 'cannot be reached'],
    ['08006', 'provider_unavailable', 'cannot be reached'],
    ['08P01', 'provider_unavailable', 'cannot be reached'],
    ['25006', 'provider_unavailable', 'written to'],
    ['28000', 'provider_unavailable', 'refused'],
    ['28P01', 'provider_unavailable', 'refused'],
    ['3D000', 'provider_unavailable', 'does not exist'],
    ['3F000', 'provider_unavailable', 'schema'],
    ['40001', 'provider_unavailable', 'busy'],
    ['40P01', 'provider_unavailable', 'busy'],
    ['42501', 'provider_unavailable', 'does not let'],
    ['42P01', 'provider_unavailable', 'run its command `migrate`'],
    ['42P07', 'provider_unavailable', 'other tables'],
    ['53100', 'provider_unavailable', 'no room'],
    ['53200', 'provider_unavailable', 'no room'],
    ['53300', 'provider_unavailable', 'busy'],
    ['55P03', 'provider_unavailable', 'busy'],
    ['57014', 'provider_unavailable', 'busy'],
    ['57P01', 'provider_unavailable', 'shutting down'],
    ['57P02', 'provider_unavailable', 'shutting down'],
    ['57P03', 'provider_unavailable', 'shutting down'],
    ['23505', 'write_conflict', 'same time'],
    ['22021', 'internal', 'refused a statement'],
    ['42601', 'internal', 'refused a statement'],
    ['XX000', 'internal', 'refused a statement'],
  ])('%s, as the database reports it', (state, code, words) => {
    const error = postgresError(reported(state))
    expect([error.code, error.retryable]).toEqual([code, code !== 'internal'])
    expect(error.message).toContain(words)
    expect(error.message + String(error.cause)).not.toContain('hunter2')
  })

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOENT',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'CERT_HAS_EXPIRED',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_INVALID_URL',
  ])('%s, as the client meets it', (code) => {
    const error = postgresError(coded(code))
    expect(error).toMatchObject({ code: 'provider_unavailable', retryable: true, cause: code })
    expect(error.message).not.toContain('hunter2')
  })

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'The server does not support SSL connections',
  ])('"%s"', (message) => expect(postgresError(new Error(message)).code).toBe('provider_unavailable'))

  it.each([
    coded('CERT_HAS_EXPIRED'),
    coded('UNABLE_TO_GET_ISSUER_CERT'),
    new Error('The server does not support SSL'),
  ])('tells TLS from a database that is away: %o', (error) => expect(postgresError(error).message).toContain('TLS'))

  it('a file of the address that is not there', () => {
    const error = postgresError(Object.assign(coded('ENOENT'), { syscall: 'open', path: '/secret/root.pem' }))
    expect(error.message).toBe('A file that the address of the database names cannot be read.')
    expect(error.cause).toBe('ENOENT')
  })

  it('passes its own errors on, and takes anything else for a fault of ours', () => {
    const own = new ChanceryError('cancelled', 'x')
    expect(postgresError(own)).toBe(own)
    for (const error of [new TypeError('x is undefined'), undefined, 'x', coded('ERR_ASSERTION')])
      expect(postgresError(error).code).toBe('internal')
  })

  it('tells which are tried again', () => {
    expect(['40001', '40P01', '57P01', '23505'].map((state) => lostRace(reported(state)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
