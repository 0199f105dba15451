import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ExtractRequest, plainReading } from '@chancery/core'
import { expectModelInvariants, textExtractorContract } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { OAuth2Client } from 'google-auth-library'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDocumentAiExtractor, type DocumentAiSettings } from './document-ai-extractor.ts'
import { documentAiError } from './document-ai-error.ts'
import { modelOfRecording } from './model-of-recording.ts'
import { recordedAnswer } from './recorded-answer-fixture.ts'
import type { RecordedDocument } from './recorded-document.ts'

const limits = { tableCells: 10_000, textLength: 1_000_000 }
const read = (recorded: RecordedDocument) => {
  const model = {
    ...modelOfRecording(recorded, limits),
    languages: [],
    contentType: 'application/pdf',
    extractor: 'document-ai',
  }
  expectModelInvariants(model)
  return model
}

describe('a recorded answer', () => {
  it('becomes the document model, offsets counted in characters and absent zeros included', () => {
    const model = read(recordedAnswer)
    expect(model.text).toBe('𝒳 Offer\nTotal:\n12.00 €\nItem\tPrice\nGröße\t7\nleft over')
    expect(model.blocks.map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'paragraph', 'table', 'paragraph'])
    expect(model.tables[0]).toMatchObject({ rows: 2, columns: 2, headerRows: 1 })
    expect(model.keyValues).toMatchObject([{ key: 'Total', value: '12.00 €', confidence: 0.97 }])
    expect(model.formFields).toMatchObject([{ name: 'Größe', type: 'checkbox', value: true, page: 1 }])
    expect(model.blocks[0]?.span.box).toEqual({ x: 0, y: 0.1, width: 0.5, height: 0.1 })
    expect(model.language).toBe('de')
  })

  it('may be one of the layout parser, which has a tree and no offsets', () => {
    const model = read({
      documentLayout: {
        blocks: [
          {
            textBlock: {
              text: 'Chapter',
              type: 'heading-1',
              blocks: [{ textBlock: { text: 'Once', type: 'paragraph' } }],
            },
            pageSpan: { pageStart: 1, pageEnd: 1 },
          },
          { listBlock: { type: 'ordered', listEntries: [{ blocks: [{ textBlock: { text: 'first' } }] }] } },
          {
            tableBlock: { bodyRows: [{ cells: [{ blocks: [{ textBlock: { text: 'a' } }], colSpan: 2 }] }] },
            pageSpan: { pageStart: 2, pageEnd: 2 },
          },
        ],
      },
    })
    expect(model.text).toBe('Chapter\nOnce\nfirst\na\t'.trimEnd())
    expect(model.pages.map(({ number }) => number)).toEqual([1, 2])
    expect(model.blocks.map(({ type, marker }) => marker ?? type)).toEqual(['heading', 'paragraph', '1.', 'table'])
  })

  it('may be empty, or have anchors that lead nowhere', () => {
    expect(read({}).text).toBe('')
    const lost = {
      layout: { textAnchor: { textSegments: [{ startIndex: '90', endIndex: '99' }, { endIndex: '-1' }] } },
    }
    expect(read({ text: 'kept', pages: [{ paragraphs: [lost] }] }).text).toBe('kept')
  })
})

describe('errors of the client', () => {
  it.each([
    [
      { code: 3, message: '3 INVALID_ARGUMENT: Document pages in non-imageless mode exceed the limit: 15 got 18.' },
      'payload_too_large',
      false,
    ],
    [{ code: 3, message: 'Unsupported input file format.' }, 'document_corrupt', false],
    [{ code: 3, message: 'The PDF is password protected.' }, 'document_encrypted', false],
    [{ code: 3, message: 'Something about "secret words"' }, 'provider_failed', false],
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
    ['no error at all', 'provider_failed', false],
  ])('%j', (thrown, code, retryable) => {
    const error = documentAiError(thrown)
    expect(error).toMatchObject({ code, retryable })
    expect(error.message).not.toContain('secret')
  })

  it('names the limit of pages', () => {
    const { details } = documentAiError({ code: 3, message: 'pages exceed the limit: 15 got 18' })
    expect(details).toMatchObject({ limit: 15, actual: 18 })
  })
})

describe("Google's client against a stand-in on this machine", () => {
  const requests: { readonly url: string; readonly authorization: string; readonly body: Record<string, unknown> }[] =
    []
  let answer: (response: ServerResponse) => void = () => undefined
  const reply = (status: number, body: unknown) => (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>
      requests.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', body })
      answer(response)
    })
  })
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  const extractor = (settings: Partial<DocumentAiSettings> = {}) => {
    const authClient = new OAuth2Client()
    authClient.setCredentials({ access_token: 'a-token', expiry_date: Date.now() + 3_600_000 })
    return createDocumentAiExtractor({
      projectId: 'p',
      location: 'eu',
      processorId: 'x',
      apiEndpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      clientOptions: { authClient } as unknown as NonNullable<DocumentAiSettings['clientOptions']>,
      ...settings,
    })
  }
  const extract = (
    request: Partial<ExtractRequest> = {},
    settings: Partial<DocumentAiSettings> = {},
    signal = new AbortController().signal,
  ) => extractor(settings).extract(vettedForTest('%PDF bytes', 'pdf'), { ...plainReading, ...request }, { signal })

  textExtractorContract('document-ai', () => {
    answer = reply(200, { document: recordedAnswer })
    return {
      extractor: extractor(),
      document: vettedForTest('%PDF bytes', 'pdf'),
      says: ['𝒳 Offer', '12.00 €', 'Größe'],
    }
  })

  it('sends the bytes, the pages, the languages and a mask without page images', async () => {
    answer = reply(200, { document: recordedAnswer })
    requests.length = 0
    await extract({ pages: [2], languages: ['de'] })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.url).toContain('/v1/projects/p/locations/eu/processors/x:process')
    expect(requests[0]?.authorization).toBe('Bearer a-token')
    expect(requests[0]?.body).toMatchObject({
      rawDocument: { content: Buffer.from('%PDF bytes').toString('base64'), mimeType: 'application/pdf' },
      processOptions: { individualPageSelector: { pages: [2] }, ocrConfig: { hints: { languageHints: ['de'] } } },
    })
    expect(String(requests[0]?.body['fieldMask'])).toMatch(/pages\.paragraphs/)
    expect(String(requests[0]?.body['fieldMask'])).not.toMatch(/image/)
  })

  it('maps refusals, and does not call again by itself', async () => {
    requests.length = 0
    answer = reply(503, { error: { code: 503, status: 'UNAVAILABLE', message: 'later' } })
    await expect(extract()).rejects.toMatchObject({ code: 'provider_unavailable', retryable: true })
    answer = reply(429, { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'quota' } })
    await expect(extract()).rejects.toMatchObject({ code: 'provider_unavailable', retryable: true })
    answer = reply(403, { error: { code: 403, status: 'PERMISSION_DENIED', message: 'no' } })
    await expect(extract()).rejects.toMatchObject({ code: 'provider_failed', retryable: false })
    expect(requests).toHaveLength(3)
    answer = reply(200, {})
    await expect(extract()).rejects.toMatchObject({ code: 'provider_failed' })
  })

  it('ends at its time-out, and at once when the caller goes', async () => {
    answer = () => undefined
    await expect(extract({}, { timeoutMs: 200 })).rejects.toMatchObject({ code: 'provider_timeout' })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    await expect(extract({}, {}, stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('refuses what it cannot do before any call', async () => {
    requests.length = 0
    await expect(extract({ ocr: 'never' })).rejects.toMatchObject({ code: 'unsupported_option' })
    await expect(extract({}, { maxBytes: 3 })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { limit: 3, actual: 10 },
    })
    expect(requests).toHaveLength(0)
  })

  it('tells a service that is not there', async () => {
    await expect(extract({}, { apiEndpoint: 'http://127.0.0.1:1' })).rejects.toMatchObject({
      code: 'provider_unavailable',
    })
  })
})
