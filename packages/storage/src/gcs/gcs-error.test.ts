import { ChanceryError } from '@chancery/core'
import { expect, it } from 'vitest'
import { gcsError } from './gcs-error.ts'

it.each([
  [400, 'provider_failed', false],
  [401, 'provider_failed', false],
  [403, 'provider_failed', false],
  [404, 'provider_failed', false],
  [408, 'provider_timeout', true],
  [409, 'write_conflict', true],
  [412, 'write_conflict', true],
  [413, 'payload_too_large', false],
  [418, 'provider_failed', false],
  [429, 'provider_unavailable', true],
  [500, 'provider_failed', true],
  [502, 'provider_failed', true],
  [503, 'provider_unavailable', true],
  [501, 'provider_failed', false],
  [521, 'provider_failed', true],
  [504, 'provider_timeout', true],
  ['ECONNREFUSED', 'provider_unavailable', true],
  ['ENOTFOUND', 'provider_unavailable', true],
  ['ECONNRESET', 'provider_timeout', true],
  ['ETIMEDOUT', 'provider_timeout', true],
  ['ERR_STREAM_UNABLE_TO_PIPE', 'provider_timeout', true],
  ['ERR_SOMETHING_ELSE', 'provider_failed', false],
])('takes %s for %s, retryable %s', (code, expected, retryable) => {
  const error = gcsError(Object.assign(new Error('object firm/secret name'), { code }), 'gcs')
  expect({ code: error.code, retryable: error.retryable }).toEqual({ code: expected, retryable })
  expect(error.message + JSON.stringify(error) + String(error.cause)).not.toContain('secret')
})

it('passes its own errors on, and takes what no service and no network says for a fault of ours', () => {
  const own = new ChanceryError('cancelled', 'x')
  expect(gcsError(own, 'gcs')).toBe(own)
  for (const thrown of [undefined, null, 'text', new TypeError('x'), { code: {} }, { code: 'constructor' }]) {
    expect(gcsError(thrown, 'gcs').code).toBe('internal')
  }
})

it.each([
  Object.assign(new Error('The file at /secret.json does not exist'), { code: 'ENOENT' }),
  new SyntaxError('Unable to read the credential file specified by the environment variable: /secret.json'),
  new Error('Could not load the default credentials.'),
  Object.assign(new Error('bad decrypt'), { code: 'ERR_OSSL_UNSUPPORTED' }),
])('says that there are no credentials, which Google has not refused: %s', (error) => {
  const { code, message, retryable } = gcsError(error, 'gcs')
  expect({ code, retryable }).toEqual({ code: 'provider_failed', retryable: false })
  expect(message).toMatch(/^There are no credentials/)
  expect(message).not.toContain('secret')
})

it.each([
  [{ code: 403, errors: [{ reason: 'rateLimitExceeded' }] }, 'provider_unavailable', undefined],
  [{ code: 403, errors: [{ reason: 'forbidden' }] }, 'provider_failed', undefined],
  [{ code: 403, message: '{"error":{"errors":[{"reason":"rateLimitExceeded"}]}}' }, 'provider_unavailable', undefined],
  [{ code: 507 }, 'provider_unavailable', undefined],
  [{ code: 429, response: { headers: { 'retry-after': '7' } } }, 'provider_unavailable', 7000],
  [{ code: 503, response: { headers: new Headers({ 'retry-after': '2' }) } }, 'provider_unavailable', 2000],
  [new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }), 'provider_timeout', undefined],
  [new TypeError('terminated'), 'provider_timeout', undefined],
])('takes %j for %s, to be tried again after %s ms', (error, code, wait) => {
  const { retryAfterMs, ...problem } = gcsError(error, 'gcs')
  expect([problem.code, retryAfterMs]).toEqual([code, wait])
})
