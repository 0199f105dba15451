import { calls, type Operation, type CallName } from '@chancery/core'
import { statusOfCode, type Problem } from '@chancery/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { exampleDocuments } from './fixtures/example-documents.ts'
import { letterDocument } from './fixtures/letter.ts'
import { createMemoryService, type MemoryService } from './fixtures/memory-service.ts'
import { compoundFileOf, pdfOf } from '@chancery/port-contracts/sample-documents'
import { declares, expectProblem, valueAt } from './fixtures/problem-answer.ts'

const bodyLimit = 64 * 1024
/** Stands in every document and text that is sent; no refusal may repeat it. */
const canary = 'Canary-7Q4'

const operations: readonly Operation[] = calls
const all = operations.map(({ name }) => name as CallName)

let service: MemoryService
beforeAll(async () => {
  service = await createMemoryService({ CHANCERY_MAX_BODY_BYTES: String(bodyLimit) })
  for (const document of exampleDocuments) expect((await service.call('store-document', document)).status).toBe(200)
  await done('put-upload-part')
  await done('enter-client-data')
})
afterAll(() => service.close())

const operationOf = (name: CallName): Operation => operations.find((each) => each.name === name)!

/** A request that is right, and changes nothing. */
const goodInput = (name: CallName): Record<string, unknown> => {
  const { examples, effect } = operationOf(name)
  return { ...examples[0]?.input, ...(effect ? { dryRun: true } : {}) }
}

/** Does for good what its example shows. */
async function done(name: CallName): Promise<void> {
  expect((await service.call(name, operationOf(name).examples[0]?.input ?? {})).status).toBe(200)
}

interface Wanted {
  readonly code: Problem['code']
  /** Places and codes of the violations, all of them. */
  readonly errors?: readonly (readonly [pointer: string, code: string])[]
}

/** The next good call is answered: of an operation that takes little, as all are asked at the end of theirs. */
async function expectGoodAnswer(): Promise<void> {
  const name = 'get-folder-directories'
  expect((await service.call(name, goodInput(name))).status, 'the next good call').toBe(200)
}

/** Refused as wanted, with nothing changed and nothing told, and the next good call is answered. */
async function expectRefusal(name: CallName, send: () => Promise<Response>, wanted: Wanted): Promise<Problem> {
  const before = await service.state()
  const response = await send()
  const text = await response.clone().text()
  const problem = await expectProblem(response)
  expect([response.status, problem.code], text).toEqual([statusOfCode(wanted.code), wanted.code])
  expect(declares(operationOf(name), problem.code), `${name} declares ${problem.code}`).toBe(true)
  if (wanted.errors !== undefined) {
    const errors = (problem.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)
    expect(errors.sort()).toEqual(wanted.errors.map(([pointer, code]) => `${pointer} ${code}`).sort())
  }
  expect(text).not.toContain(canary)
  expect(await service.state()).toEqual(before)
  await expectGoodAnswer()
  return problem
}

const refuses = (name: CallName, input: unknown, wanted: Wanted): Promise<Problem> =>
  expectRefusal(name, () => service.call(name, input), wanted)

const header = (name: string, value: string | undefined): Record<string, string> => {
  const { [name as 'x-api-key']: _left, ...rest } = service.headers
  return value === undefined ? rest : { ...rest, [name]: value }
}

const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`

describe.each(all)('%s', (name) => {
  // Only clients that were made one can be split.
  if (name === 'split-client') beforeAll(() => done('settle-clients'))

  it('accepts what its example shows', async () => {
    expect((await service.call(name, goodInput(name))).status).toBe(200)
  })

  it.each<[string, () => Promise<string | undefined>, Problem['code']]>([
    ['no key', async () => undefined, 'api_key_missing'],
    ['an empty key', async () => '', 'api_key_missing'],
    ['something else as key', async () => 'Bearer abc', 'api_key_invalid'],
    [
      'a mistyped key',
      async () => (await service.issue()).replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
      'api_key_invalid',
    ],
    ['a key of nobody', () => service.issue({ kept: false }), 'api_key_invalid'],
    ['a revoked key', () => service.issue({ revokedAt: '2026-01-01T00:00:00Z' }), 'api_key_invalid'],
    ['an expired key', () => service.issue({ expiresAt: '2026-01-01T00:00:00Z' }), 'api_key_expired'],
    [
      'a key for others',
      () => service.issue({ operations: all.filter((other) => other !== name) }),
      'operation_not_allowed',
    ],
  ])('refuses %s', async (_kind, keyOf, code) => {
    const key = await keyOf()
    const body = JSON.stringify(goodInput(name))
    const send = () => service.request(name, { headers: header('x-api-key', key), body })
    const problem = await expectRefusal(name, send, { code })
    if (problem.status === 401 || problem.status === 403)
      expect((await send()).headers.get('www-authenticate')).toContain('ApiKey')
    if (key !== undefined && key !== '') expect(JSON.stringify(problem)).not.toContain(key)
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'])('refuses %s', async (method) => {
    const send = () => service.request(name, { method, headers: service.headers })
    await expectRefusal(name, send, { code: 'method_not_allowed' })
    expect((await send()).headers.get('allow')).toBe('POST')
  })

  it.each<[string, Record<string, string>, Problem['code']]>([
    ['a Content-Type of text', { 'content-type': 'text/plain' }, 'unsupported_media_type'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'unsupported_media_type'],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }, 'unsupported_media_type'],
    ['a compressed body', { 'content-encoding': 'gzip' }, 'unsupported_media_type'],
    ['an Accept of html', { accept: 'text/html' }, 'not_acceptable'],
    ['an Accept without json', { accept: 'application/json;q=0, image/*' }, 'not_acceptable'],
  ])('refuses %s', async (_kind, headers, code) => {
    const init = { headers: { ...service.headers, ...headers }, body: JSON.stringify(goodInput(name)) }
    await expectRefusal(name, () => service.request(name, init), { code })
  })

  it.each<[string, string | Uint8Array<ArrayBuffer> | undefined, Wanted]>([
    ['no body', undefined, { code: 'malformed_json' }],
    ['an empty body', '', { code: 'malformed_json' }],
    ['no JSON', `{"${canary}": `, { code: 'malformed_json' }],
    ['JSON of another dialect', `{'a': 1, /* ${canary} */}`, { code: 'malformed_json' }],
    ['two objects', '{}{}', { code: 'malformed_json' }],
    ['an array', '[]', { code: 'malformed_json' }],
    ['a text', `"${canary}"`, { code: 'malformed_json' }],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), { code: 'malformed_json' }],
    ['a key given twice', '{"a":1,"a":2}', { code: 'unsafe_input', errors: [['/a', 'duplicate_key']] }],
    [
      'dangerous keys',
      '{"__proto__":{"x":1},"b":{"\\u005f_proto__":2}}',
      {
        code: 'unsafe_input',
        errors: [
          ['/__proto__', 'dangerous_key'],
          ['/b/__proto__', 'dangerous_key'],
        ],
      },
    ],
    ['half a surrogate pair', '{"a":"\\ud800"}', { code: 'unsafe_input', errors: [['/a', 'lone_surrogate']] }],
    ['a number beyond all', '{"a":1e999}', { code: 'unsafe_input' }],
    ['a depth of 100', nested(100), { code: 'unsafe_input' }],
    ['a depth of 10,000', nested(10_000), { code: 'unsafe_input' }],
  ])('refuses %s', async (_kind, body, wanted) => {
    await expectRefusal(name, () => service.request(name, { headers: service.headers, body }), wanted)
  })

  it('refuses a body that is too large, and says by how much', async () => {
    const body = JSON.stringify({ a: 'x'.repeat(bodyLimit) })
    const problem = await expectRefusal(name, () => service.request(name, { headers: service.headers, body }), {
      code: 'payload_too_large',
    })
    expect(problem).toMatchObject({ limit: bodyLimit, actual: expect.any(Number) })
  })

  it('refuses parameters in the address', async () => {
    const init = { headers: service.headers, body: JSON.stringify(goodInput(name)) }
    await expectRefusal(name, () => service.request(name, init, '?dryRun=true'), {
      code: 'invalid_request',
      errors: [['', 'unexpected_query']],
    })
  })

  it('refuses fields that it does not know, all at once', async () => {
    await refuses(
      name,
      { ...goodInput(name), nosuch: canary, 'a/b~c': 1, toString: 2 },
      {
        code: 'invalid_request',
        errors: [
          ['/nosuch', 'unknown_field'],
          ['/a~1b~0c', 'unknown_field'],
          ['/toString', 'unknown_field'],
        ],
      },
    )
  })

  it('names every field of a wrong type, all at once', async () => {
    const { properties } = z.toJSONSchema(operationOf(name).input, { io: 'input', unrepresentable: 'any' })
    const input = Object.fromEntries(Object.keys(properties ?? {}).map((field) => [field, { x: [null, canary] }]))
    const problem = await refuses(name, input, { code: 'invalid_request' })
    const named = new Set(problem.errors?.map(({ pointer }) => pointer.split('/')[1]))
    // Data takes any object.
    expect(
      Object.keys(properties ?? {}).filter((field) => !named.has(field) && !/^(?:data|schema)$/.test(field)),
    ).toEqual([])
  })

  it('names what is missing, each by itself and all at once', async () => {
    const { required = [] } = z.toJSONSchema(operationOf(name).input, { io: 'input', unrepresentable: 'any' })
    for (const field of required) {
      const { [field]: _left, ...rest } = goodInput(name)
      const { errors } = await refuses(name, rest, { code: 'invalid_request' })
      expect(errors?.map(({ pointer, code }) => [pointer, code])).toEqual([[`/${field}`, 'invalid_type']])
    }
    if (required.length === 0) return
    const { errors } = await refuses(name, { nosuch: 1 }, { code: 'invalid_request' })
    const pointers = errors?.map(({ pointer }) => pointer)
    expect(pointers).toEqual(expect.arrayContaining([...required.map((field) => `/${field}`), '/nosuch']))
  })

  it('accepts it after all of that', async () => {
    expect((await service.call(name, goodInput(name))).status).toBe(200)
  })
})

type Source = Record<string, unknown>
/** Requests with a document at the pointer, by operation. */
const withDocument: readonly (readonly [CallName, string, (source: Source) => Source])[] = [
  ['store-document', '/document', (document) => ({ document, path: 'new/a.bin' })],
  ['extract-document', '/document', (document) => ({ document })],
  ['identify-key-fields', '/document', (document) => ({ document })],
  ['pre-filling', '/template', (template) => ({ template, data: {}, output: { path: 'new/a.docx' } })],
  ['validate-document-template', '/template', (template) => ({ template })],
  [
    'generate-document-template',
    '/samples/1',
    (source) => ({ samples: [{ path: 'letters/1.docx' }, source], output: { path: 'new/a.docx' } }),
  ],
  [
    'send-email',
    '/attachments/1',
    (source) => ({
      to: ['ada@example.com'],
      subject: canary,
      text: canary,
      attachments: [{ path: 'letters/1.docx' }, source],
    }),
  ],
  [
    'generate-email-template',
    '/samples/1',
    (source) => ({ samples: [{ subject: 'Hi', text: 'Hi' }, source], output: { path: 'new/a.json' } }),
  ],
  ['validate-email-template', '/template', (template) => ({ template })],
  ['fill-email-template', '/template', (template) => ({ template, recipients: [{ to: 'ada@example.com' }] })],
  ['enter-client-data', '/source/document', (document) => ({ source: { provider: 'csv', document } })],
]

describe.each(withDocument)('%s, a document at %s', (name, at, inputWith) => {
  it.each<[string, Source, Wanted['code'], readonly (readonly [string, string])[]]>([
    ['base64 that is none', { content: `${canary}!` }, 'invalid_request', [['/content', 'invalid_base64']]],
    ['no text as content', { content: 7 }, 'invalid_request', [['/content', 'invalid_type']]],
    ['two origins', { content: 'aGk=', path: 'letters/1.docx' }, 'invalid_request', [['', 'one_source']]],
    [
      'a field of another origin',
      { content: 'aGk=', version: '1' },
      'invalid_request',
      [['/version', 'unexpected_field']],
    ],
    ['a path that leads out', { path: '../x' }, 'invalid_request', [['/path', 'invalid_path']]],
    ['a path of another system', { path: String.raw`C:\x` }, 'invalid_request', [['/path', 'invalid_path']]],
    ['a NUL in the path', { path: 'a\u0000b' }, 'invalid_request', [['/path', 'invalid_path']]],
    ['a reserved name', { path: 'letters/CON.docx' }, 'invalid_request', [['/path', 'invalid_path']]],
    ['the folder of the store itself', { path: '.chancery/x' }, 'invalid_request', [['/path', 'invalid_path']]],
    ['a path that is too long', { path: 'x/'.repeat(2000) }, 'invalid_request', [['/path', 'invalid_path']]],
    ['a document that is not there', { path: 'letters/none.docx' }, 'document_not_found', [['', 'document_not_found']]],
    [
      'a version that is not there',
      { path: 'letters/1.docx', version: 'x' },
      'document_not_found',
      [['/version', 'document_not_found']],
    ],
    [
      'a provider that is not there',
      { path: 'letters/1.docx', provider: 'tape' },
      'provider_not_configured',
      [['/provider', 'provider_not_configured']],
    ],
    ['an address', { url: 'https://example.com/x.docx' }, 'url_not_allowed', [['/url', 'url_not_allowed']]],
    ['an address of the machine', { url: 'http://127.0.0.1:1/' }, 'url_not_allowed', [['/url', 'url_not_allowed']]],
    ['a metadata address', { url: 'http://169.254.169.254/' }, 'url_not_allowed', [['/url', 'url_not_allowed']]],
    ['an address that is a file', { url: 'file:///etc/passwd' }, 'url_not_allowed', [['/url', 'url_not_allowed']]],
  ])('refuses %s', async (_kind, source, code, errors) => {
    const input = inputWith(source)
    const problem = await refuses(name, input, {
      code,
      errors: errors.map(([pointer, violation]) => [`${at}${pointer}`, violation]),
    })
    for (const { pointer } of problem.errors ?? []) expect(valueAt(input, pointer)).toBeDefined()
    if (code === 'provider_not_configured') expect(problem).toMatchObject({ configured: ['memory'] })
  })
})

const word = letterDocument({ name: canary, number: '1', total: '2' })
const noise = Buffer.from('8f3a91c4e7b2d05566aa77ff00e1d2c3b4a5968778695a4b3c2d1e0f'.repeat(20), 'hex')
/** What Word saves under a password ([MS-OFFCRYPTO] 2.3). */
const withPassword = compoundFileOf([{ name: 'EncryptionInfo' }, { name: 'EncryptedPackage' }])
const readsAny = new Set<CallName>(['store-document', 'send-email'])
const takesWord = new Set<CallName>([
  'extract-document',
  'identify-key-fields',
  'pre-filling',
  'validate-document-template',
  'generate-document-template',
])
const takesPdf = new Set<CallName>(['extract-document', 'identify-key-fields'])

describe.each(withDocument.filter(([name]) => !readsAny.has(name)))('%s, at %s', (name, at, inputWith) => {
  const cases: [string, Uint8Array, RegExp][] = [
    ['nothing at all', new Uint8Array(), /^document_corrupt$/],
    ['noise', noise, /^unsupported_document$/],
    ['half a Word document', word.subarray(0, word.length / 2), /^document_corrupt$|^unsupported_document$/],
    ['a Word document with a password', withPassword, /^document_encrypted$/],
    ...(takesWord.has(name)
      ? []
      : ([['a Word document', word, /^unsupported_document$/]] as [string, Uint8Array, RegExp][])),
    ...(takesPdf.has(name)
      ? []
      : ([['a PDF', pdfOf([canary]), /^unsupported_document$/]] as [string, Uint8Array, RegExp][])),
  ]
  it.each(cases)('refuses %s', async (_kind, bytes, code) => {
    const input = inputWith({ content: Buffer.from(bytes).toString('base64') })
    const before = await service.state()
    const response = await service.call(name, input)
    const text = await response.clone().text()
    const problem = await expectProblem(response)
    expect(problem.code, text).toMatch(code)
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([at])
    expect(declares(operationOf(name), problem.code), problem.code).toBe(true)
    expect(text).not.toContain(canary)
    // A source of clients finds only while reading that a file is no text.
    if (problem.code === 'unsupported_document' && name !== 'enter-client-data')
      expect(problem).toHaveProperty('supported')
    expect(await service.state()).toEqual(before)
    await expectGoodAnswer()
  })
})

describe('values that only an operation can judge', () => {
  const content = Buffer.from(word).toString('base64')
  const welcome = { path: 'templates/welcome.docx' }
  const mail = { to: ['ada@example.com'], subject: 'Hi', text: 'Hi' }
  const letterMail = { subject: 'Hi', text: 'Hi {{name}}' }

  it.each<[string, CallName, Source, Wanted]>([
    [
      'a store',
      'store-document',
      { document: { content }, path: 'new/a', provider: 'tape' },
      { code: 'provider_not_configured', errors: [['/provider', 'provider_not_configured']] },
    ],
    [
      'a listing of no store',
      'get-folder-directories',
      { provider: 'tape' },
      { code: 'provider_not_configured', errors: [['/provider', 'provider_not_configured']] },
    ],
    [
      'a reader',
      'extract-document',
      { document: { content }, provider: 'tape' },
      { code: 'provider_not_configured', errors: [['/provider', 'provider_not_configured']] },
    ],
    [
      'an identifier',
      'identify-key-fields',
      { text: canary, provider: 'tape' },
      { code: 'provider_not_configured', errors: [['/provider', 'provider_not_configured']] },
    ],
    [
      'a transport',
      'send-email',
      { ...mail, provider: 'pigeon' },
      { code: 'provider_not_configured', errors: [['/provider', 'provider_not_configured']] },
    ],
    [
      'a transport of many',
      'fill-email-template',
      { template: letterMail, recipients: [{ to: 'a@example.com' }], provider: 'pigeon' },
      { code: 'provider_not_configured', errors: [['/provider', 'provider_not_configured']] },
    ],
    [
      'a source of clients',
      'enter-client-data',
      { source: { provider: 'rolodex' } },
      { code: 'provider_not_configured', errors: [['/source/provider', 'provider_not_configured']] },
    ],
    [
      'a source without its document',
      'enter-client-data',
      { source: { provider: 'csv' } },
      { code: 'invalid_request', errors: [['/source/document', 'document_missing']] },
    ],
    [
      'a store of the result',
      'pre-filling',
      { template: welcome, missing: 'blank', output: { path: 'new/a.docx', provider: 'tape' } },
      { code: 'provider_not_configured', errors: [['/output/provider', 'provider_not_configured']] },
    ],
    [
      'a result over another',
      'pre-filling',
      { template: welcome, missing: 'blank', output: { path: 'letters/1.docx' } },
      { code: 'document_exists', errors: [['/output/path', 'document_exists']] },
    ],
    [
      'a result below a document',
      'pre-filling',
      { template: welcome, missing: 'blank', output: { path: 'letters/1.docx/a.docx' } },
      { code: 'invalid_request', errors: [['/output/path', 'path_through_document']] },
    ],
    [
      'a result that leads out',
      'pre-filling',
      { template: welcome, missing: 'blank', output: { path: '../a.docx' } },
      { code: 'invalid_request', errors: [['/output/path', 'invalid_path']] },
    ],
    [
      'a template over another',
      'generate-document-template',
      { samples: [{ path: 'letters/1.docx' }, { path: 'letters/2.docx' }], output: { path: 'templates/welcome.docx' } },
      { code: 'document_exists', errors: [['/output/path', 'document_exists']] },
    ],
    [
      'an e-mail template over another',
      'generate-email-template',
      { samples: [letterMail, letterMail], output: { path: 'letters/1.docx' } },
      { code: 'document_exists', errors: [['/output/path', 'document_exists']] },
    ],
    [
      'a document over another',
      'store-document',
      { document: { content }, path: 'letters/1.docx' },
      { code: 'document_exists', errors: [['/path', 'document_exists']] },
    ],
    [
      'a document where a folder is',
      'store-document',
      { document: { content }, path: 'letters' },
      { code: 'invalid_request', errors: [['/path', 'path_is_folder']] },
    ],
    [
      'a document with another checksum',
      'store-document',
      { document: { content }, path: 'new/a', sha256: '0'.repeat(64) },
      { code: 'checksum_mismatch', errors: [['/sha256', 'checksum_mismatch']] },
    ],
    [
      'a client that nobody knows',
      'pre-filling',
      { template: welcome, client: 'nobody' },
      { code: 'client_not_found', errors: [['/client', 'client_not_found']] },
    ],
    [
      'a client beside records',
      'pre-filling',
      { template: welcome, client: 'x', records: [{}] },
      { code: 'invalid_request', errors: [['/client', 'unexpected_field']] },
    ],
    ['data that lacks values', 'pre-filling', { template: welcome, data: {} }, { code: 'data_incomplete' }],
    [
      'a PDF that nothing makes',
      'pre-filling',
      { template: welcome, missing: 'blank', format: 'pdf' },
      { code: 'unsupported_option', errors: [['/format', 'unsupported_option']] },
    ],
    [
      'a name with a broken tag',
      'pre-filling',
      { template: welcome, missing: 'blank', filename: '{name' },
      { code: 'template_invalid', errors: [['/filename', 'unclosed_tag']] },
    ],
    [
      'pages that are none',
      'extract-document',
      { document: { path: 'letters/1.docx' }, pages: '3-1' },
      { code: 'invalid_request', errors: [['/pages', 'invalid_pages']] },
    ],
    [
      'both text and document',
      'identify-key-fields',
      { text: 'x', document: { content } },
      { code: 'invalid_request', errors: [['', 'one_source']] },
    ],
    [
      'a pattern that is none',
      'identify-key-fields',
      { text: canary, fields: [{ name: 'a' }, { name: 'b', pattern: '(' }] },
      { code: 'invalid_request', errors: [['/fields/1/pattern', 'invalid_pattern']] },
    ],
    [
      'a cursor of elsewhere',
      'get-folder-directories',
      { cursor: 'abc' },
      { code: 'invalid_request', errors: [['/cursor', 'invalid_cursor']] },
    ],
    [
      'several faults at once',
      'send-email',
      {
        to: ['nobody', 'a@example.com\nBcc: b@example.com'],
        subject: 'a\nb',
        headers: { Bcc: 'x', 'X-Y': 'a\r\nb' },
        sendAt: 'soon',
        texd: canary,
        attachments: [{}],
      },
      {
        code: 'invalid_request',
        errors: [
          ['/to/0', 'invalid_address'],
          ['/to/1', 'invalid_address'],
          ['/subject', 'line_break'],
          ['/headers/Bcc', 'invalid_header'],
          ['/headers/X-Y', 'line_break'],
          ['/sendAt', 'invalid_format'],
          ['/texd', 'unknown_field'],
          ['/attachments/0', 'one_source'],
          ['', 'no_content'],
        ],
      },
    ],
  ])('refuses %s (%s)', async (_kind, name, input, wanted) => {
    await refuses(name, input, wanted)
  })

  it('reports a record or a recipient that failed in its place, and goes on with the others', async () => {
    const filled = await service.call('pre-filling', {
      template: welcome,
      missing: 'blank',
      records: [{ client: 'nobody' }, { filename: '{a' }, { data: { name: 'Ada' } }],
      dryRun: true,
    })
    expect(filled.status).toBe(200)
    const { documents } = (
      (await filled.json()) as { data: { documents: { error?: { code: string; errors: { pointer: string }[] } }[] } }
    ).data
    expect(documents.map(({ error }) => [error?.code, error?.errors.map(({ pointer }) => pointer)])).toEqual([
      ['client_not_found', ['/records/0/client']],
      ['template_invalid', ['/records/1/filename']],
      [undefined, undefined],
    ])
    const sent = await service.call('fill-email-template', {
      template: letterMail,
      attachments: [],
      recipients: [
        { client: 'nobody' },
        { to: 'ada@example.com' },
        { to: 'ada@example.com', data: { name: 'Ada' }, attachments: [{ template: { path: 'none.docx' } }] },
        { to: 'ada@example.com', data: { name: 'Ada' }, attachments: [{ template: welcome, format: 'pdf' }] },
        { to: ['ada@example.com', 'nobody'], data: { name: 'Ada' } },
        { to: 'ada@example.com', data: { name: 'Ada' } },
      ],
      dryRun: true,
    })
    expect(sent.status).toBe(200)
    const { messages } = (
      (await sent.json()) as {
        data: {
          messages: {
            to: string[]
            status: string
            missing: string[]
            error?: { code: string; errors: { pointer: string }[] }
          }[]
        }
      }
    ).data
    expect(messages.map(({ status, error }) => [status, error?.code, error?.errors[0]?.pointer])).toEqual([
      ['failed', 'client_not_found', '/recipients/0/client'],
      ['failed', 'data_incomplete', '/recipients/1/data/name'],
      ['failed', 'document_not_found', '/recipients/2/attachments/0/template'],
      ['failed', 'data_incomplete', '/recipients/3/data/items'],
      ['failed', 'invalid_request', '/recipients/4/to/1'],
      ['validated', undefined, undefined],
    ])
    expect(messages.map(({ to }) => to.join())).toEqual([
      '',
      ...Array.from({ length: 3 }, () => 'ada@example.com'),
      'ada@example.com,nobody',
      'ada@example.com',
    ])
    expect(messages.map(({ missing }) => missing.join())).toEqual(['', 'name', '', 'items', '', ''])
  })
})
