import { ChanceryError } from '@chancery/core'
import { expect, it } from 'vitest'
import { gcsError } from './gcs-error.ts'

it.each([
  [400, 'provider_failed', false],
  [401, 'provider_failed', false],
  [403, 'provider_failed', false],
  [404, 'document_not_found', false],
  [408, 'provider_timeout', true],
  [409, 'write_conflict', true],
  [412, 'write_conflict', true],
  [413, 'payload_too_large', false],
  [418, 'provider_failed', false],
  [429, 'provider_unavailable', true],
  [500, 'provider_failed', true],
  [502, 'provider_failed', true],
  [503, 'provider_unavailable', true],
  [504, 'provider_timeout', true],
  ['ECONNREFUSED', 'provider_unavailable', true],
  ['ENOTFOUND', 'provider_unavailable', true],
  ['ECONNRESET', 'provider_timeout', true],
  ['ETIMEDOUT', 'provider_timeout', true],
  ['constructor', 'provider_failed', false],
])('takes %s for %s, retryable %s', (code, expected, retryable) => {
  const error = gcsError(Object.assign(new Error('object firm/secret name'), { code }), 'gcs')
  expect({ code: error.code, retryable: error.retryable }).toEqual({ code: expected, retryable })
  expect(error.message + JSON.stringify(error) + String(error.cause)).not.toContain('secret')
})

it('passes its own errors on, and takes anything else for a failure', () => {
  const own = new ChanceryError('cancelled', 'x')
  expect(gcsError(own, 'gcs')).toBe(own)
  for (const thrown of [undefined, null, 'text', new TypeError('x'), { code: {} }]) {
    expect(gcsError(thrown, 'gcs').code).toBe('provider_failed')
  }
})
