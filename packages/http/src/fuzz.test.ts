import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { sampleApp } from './testing/sample-app.ts'

const operation = fc.constantFrom('keep-note', 'measure-documents', 'print-letters')
const headerName = fc.constantFrom(
  'accept',
  'content-type',
  'content-length',
  'content-encoding',
  'idempotency-key',
  'x-request-id',
  'traceparent',
  'x-api-key',
  'origin',
)
const headerValue = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abc/*;,=q0.9-_"\\ :{}é'), maxLength: 60 }),
  fc.constantFrom(
    'application/json',
    'multipart/form-data; boundary=b',
    'text/plain',
    '*/*;q=0',
    '99999999999999999999',
  ),
)

it('never answers 5xx, whatever comes, and the next good call goes through', async () => {
  const { app, post, key } = sampleApp({
    limits: { ratePerMinute: 1e9 },
    addressOf: () => '192.0.2.1',
    corsOrigins: ['https://a.b'],
  })
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc
      .record(
        {
          text: fc.anything(),
          names: fc.anything(),
          document: fc.anything(),
          samples: fc.anything(),
          note: fc.anything(),
        },
        { requiredKeys: [] },
      )
      .map((value) =>
        new TextEncoder().encode(
          JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)),
        ),
      ),
    fc
      .array(
        fc.constantFrom(
          '--b',
          '\r\n',
          'content-disposition: form-data; name="',
          'document',
          '"',
          '; filename="f"',
          'request',
          '{}',
          '--',
          '\r\n\r\n',
        ),
        { maxLength: 30 },
      )
      .map((parts) => new TextEncoder().encode(parts.join(''))),
  )
  await fc.assert(
    fc.asyncProperty(
      operation,
      fc.dictionary(headerName, headerValue, { maxKeys: 4 }),
      body,
      async (name, headers, bytes) => {
        const response = await post(name, bytes as Uint8Array, headers)
        expect(response.status).toBeLessThan(500)
        const answer = await response.arrayBuffer()
        if (response.status !== 200) {
          expect(JSON.parse(Buffer.from(answer).toString())).toMatchObject({
            code: expect.any(String),
            status: response.status,
          })
        }
      },
    ),
    { numRuns: 400 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'OPTIONS'),
      fc.webPath(),
      fc.webQueryParameters(),
      async (method, path, query) => {
        const response = await app.request(`http://localhost/${path}?${query}`, {
          method,
          headers: { 'x-api-key': key },
        })
        expect(response.status).toBeLessThan(500)
      },
    ),
    { numRuns: 100 },
  )
  expect((await post('keep-note', { text: 'good' })).status).toBe(200)
})
