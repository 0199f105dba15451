import { describe, expect, it } from 'vitest'
import { documentAiError } from './document-ai-error.ts'

describe('errors of the client', () => {
  it.each([
    [{ code: 3, message: 'Unsupported input file format.' }, 'document_corrupt', false],
    [{ code: 3, message: 'The PDF is password protected.' }, 'document_encrypted', false],
    [{ code: 3, message: 'Something about "secret words"' }, 'provider_failed', false],
    [{ code: 9, message: 'Processor is disabled.' }, 'provider_failed', false],
    [{ code: 4, message: '' }, 'provider_timeout', true],
    [{ code: 5, message: '' }, 'provider_failed', false],
    [{ code: 7, message: '' }, 'provider_failed', false],
    [{ code: 8, message: '' }, 'provider_unavailable', true],
    [{ code: 13, message: '' }, 'provider_failed', true],
    [{ code: 14, message: '' }, 'provider_unavailable', true],
    [{ code: 16, message: '' }, 'provider_failed', false],
    [{ code: 1, message: '' }, 'cancelled', false],
    [{ code: 503, message: '' }, 'provider_unavailable', true],
    [{ code: '504', message: '' }, 'provider_timeout', true],
    [{ code: 401, message: '' }, 'provider_failed', false],
    [{ code: 'ENOTFOUND', message: '' }, 'provider_unavailable', true],
    [new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }), 'provider_unavailable', true],
    [new Error('Could not load the default credentials. Browse to …'), 'provider_failed', false],
    [new TypeError('.google.cloud.documentai.v1.Document.pages: object expected'), 'provider_failed', false],
    [new TypeError('X is not a constructor'), 'internal', false],
    ['no error at all', 'internal', false],
    [undefined, 'internal', false],
  ])('%j', (thrown, code, retryable) => {
    const error = documentAiError(thrown)
    expect(error).toMatchObject({ code, retryable })
    expect(error.message).not.toContain('secret')
  })

  it.each([
    ['Document pages in non-imageless mode exceed the limit: 15 got 18.', 'pages', 15, 18],
    ['Document pages exceed the limit: 15 got 18', 'pages', 15, 18],
    ['Document size exceeds the limit: 20971520 got 20971521', 'document bytes', 20_971_520, 20_971_521],
    ['The file is too large', 'document bytes', undefined, undefined],
  ])('names the limit: %s', (message, what, limit, actual) => {
    const { code, details } = documentAiError({ code: 3, message })
    expect(code).toBe('payload_too_large')
    expect([details['what'], details['limit'], details['actual']]).toEqual([what, limit, actual])
  })

  it.each([
    [{ code: 5 }, 'processor'],
    [{ code: 7 }, 'permission'],
    [{ code: 16 }, 'credentials'],
    [{ message: 'Could not load the default credentials.' }, 'credentials'],
    [{ code: 8 }, 'quota'],
  ])('%j is told apart as %s', (thrown, reason) => {
    expect(documentAiError(thrown).details).toMatchObject({ provider: 'document-ai', reason })
  })
})
