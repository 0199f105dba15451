import { ChanceryError, type DocumentType, type ExtractRequest, plainReading } from '@chancery/core'
import { expectModelInvariants, textExtractorContract } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withPdf } from '../../reading/src/pdfium/pdfium.ts'
import { encryptedPdf } from '../../reading-pdf/src/encrypted-fixture.ts'
import { pdfOf } from '../../reading-pdf/src/pdf-fixture.ts'
import { createDocumentAiExtractor } from './document-ai-extractor.ts'
import { restClient, withToken } from './document-ai-for-test.ts'
import type { DocumentAiSettings } from './calls/document-ai-settings.ts'
import { type FakeRequest, refusal, startFakeDocumentAi } from './fake-document-ai.ts'
import { recordedAnswer, recordingOf } from './recording/recorded-answer-fixture.ts'
import type { RecordedDocument } from './recording/recorded-document.ts'

const pdf = (pages = 1): Uint8Array =>
  pdfOf({ pages: Array.from({ length: pages }, (_, index) => [{ x: 60, y: 700, text: `Page ${index + 1}` }]) })

let fake: Awaited<ReturnType<typeof startFakeDocumentAi>>
let client: ReturnType<typeof restClient>
beforeAll(async () => {
  fake = await startFakeDocumentAi()
  client = restClient(fake.endpoint)
})
afterAll(() => fake.stop())

const extractor = (settings: Partial<DocumentAiSettings> = {}) =>
  createDocumentAiExtractor({
    projectId: 'p',
    location: 'eu',
    processorId: 'x',
    transport: 'rest',
    client,
    backoffMs: 1,
    ...settings,
  })

const extract = async (
  request: Partial<ExtractRequest> = {},
  settings: Partial<DocumentAiSettings> = {},
  bytes = pdf(),
  signal = new AbortController().signal,
  type: DocumentType = 'pdf',
) => {
  const model = await extractor(settings).extract(
    vettedForTest(bytes, type),
    { ...plainReading, ...request },
    { signal },
  )
  expectModelInvariants(model)
  return model
}

const bytesOf = ({ body }: FakeRequest): Uint8Array =>
  Buffer.from((body['rawDocument'] as { content: string }).content, 'base64')

const pagesOf = async (bytes: Uint8Array): Promise<number> =>
  withPdf(bytes, undefined, async (document) => document.pageCount)

describe("Google's client over REST, against a stand-in on this machine", () => {
  textExtractorContract('document-ai', () => {
    fake.answer(() => ({ body: { document: recordedAnswer } }))
    return {
      extractor: extractor(),
      document: vettedForTest(pdf(), 'pdf'),
      says: ['𝒳 Offer', '12.00 €', 'Größe'],
    }
  })

  it('sends the bytes, the languages and a mask without page images', async () => {
    fake.answer(() => ({ body: { document: recordedAnswer } }))
    const model = await extract({ languages: ['de'] })
    expect(model.pages).toMatchObject([{ number: 1, width: 595, height: 842, method: 'ocr' }])
    expect(fake.requests).toHaveLength(1)
    expect(fake.requests[0]).toMatchObject({
      path: '/v1/projects/p/locations/eu/processors/x:process',
      authorization: 'Bearer a-token',
    })
    expect(fake.requests[0]?.body).toMatchObject({
      rawDocument: { content: Buffer.from(pdf()).toString('base64'), mimeType: 'application/pdf' },
      processOptions: { ocrConfig: { hints: { languageHints: ['de'] } } },
    })
    expect(String(fake.requests[0]?.body['fieldMask'])).toMatch(/pages\.pageNumber.*pages\.formFields/)
    expect(String(fake.requests[0]?.body['fieldMask'])).not.toMatch(/image|tokens/)
  })

  it('sends exactly the bytes of a document that is a view into other memory', async () => {
    fake.answer(() => ({ body: { document: recordedAnswer } }))
    const memory = Buffer.concat([Buffer.alloc(77, 'x'), pdf(), Buffer.alloc(5000, 'y')])
    const view = new Uint8Array(memory.buffer, memory.byteOffset + 77, pdf().length)
    const document = { ...vettedForTest(pdf(), 'pdf'), bytes: view }
    // As a child process hands back the pieces: parts of one message.
    const cutPdf = async () => ({ pieces: [{ bytes: view, pages: [1] }], long: false, sizes: [], warnings: [] })
    await extractor({ cutPdf }).extract(document, plainReading, { signal: new AbortController().signal })
    expect(fake.requests.map((sent) => Buffer.from(pdf()).equals(bytesOf(sent)))).toEqual([true])
  })

  it('waits for a quota rather than throw away pieces that are read already', async () => {
    let calls = 0
    fake.answer(() =>
      ++calls === 2
        ? refusal(429, 'RESOURCE_EXHAUSTED', 'no')
        : { body: { document: recordingOf([[{ lines: ['a'] }]]) } },
    )
    await extract({}, { pagesPerCall: 1, callsAtOnce: 1, backoffMs: 1 }, pdf(3))
    expect(calls).toBe(4)
  })

  it('says what the kind of the processor takes', async () => {
    fake.answer(() => ({ body: { document: recordedAnswer } }))
    await extract({ words: true }, { processorKind: 'ocr', pagesPerCall: 30 })
    await extract({}, { processorKind: 'layout' })
    await extract({ languages: ['de'] }, { processorKind: 'entities' })
    expect(fake.requests.map(({ body }) => [body['processOptions'], body['imagelessMode']])).toEqual([
      [{ ocrConfig: { enableNativePdfParsing: true } }, true],
      [{ layoutConfig: { returnBoundingBoxes: true } }, undefined],
      [undefined, undefined],
    ])
    expect(String(fake.requests[0]?.body['fieldMask'])).toContain('pages.tokens')
  })

  it('cuts a long PDF, reads its parts at once, and puts them together in order', async () => {
    fake.answer(({ body }) => {
      const size = (body['rawDocument'] as { content: string }).content.length
      return { body: { document: { ...recordingOf([[{ lines: [`size ${size}`] }], [{ lines: ['𝒳 second'] }]]) } } }
    })
    const model = await extract({ words: true }, { pagesPerCall: 2, callsAtOnce: 2 }, pdf(6))
    expect(await Promise.all(fake.requests.map((request) => pagesOf(bytesOf(request))))).toEqual([2, 2, 2])
    expect(model.pages.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
    expect(model.text.match(/𝒳 second/g)).toHaveLength(3)
    expect(model.words?.at(-1)?.span).toMatchObject({ page: 6, end: model.text.length })
    fake.answer(() => undefined)
    const settings = { pagesPerCall: 2, callsAtOnce: 2, timeoutMs: 100 }
    await expect(extract({}, settings, pdf(6))).rejects.toMatchObject({ code: 'provider_timeout' })
    expect(fake.requests).toHaveLength(2)
  })

  it('reads the wanted pages alone', async () => {
    fake.answer(() => ({ body: { document: recordingOf([[{ lines: ['a'] }], [{ lines: ['b'] }]]) } }))
    const model = await extract({ pages: [5, 2, 9] }, {}, pdf(6))
    expect(await Promise.all(fake.requests.map((request) => pagesOf(bytesOf(request))))).toEqual([2])
    expect(model.pages.map(({ number }) => number)).toEqual([2, 5])
    expect(model.warnings.map(({ code }) => code)).toEqual(['page_not_found'])
    expect((await extract({ pages: [40] })).text).toBe('')
    expect(fake.requests).toHaveLength(1)
  })

  it('sends the decrypted pages of an encrypted PDF, and nothing without the password', async () => {
    fake.answer(() => ({ body: { document: recordingOf([[{ lines: ['a'] }]]) } }))
    const encrypted = encryptedPdf([{ x: 60, y: 700, text: 'secret' }], 'open sesame')
    await expect(extract({}, {}, encrypted)).rejects.toMatchObject({ code: 'document_encrypted' })
    await expect(extract({ password: 'wrong' }, {}, encrypted)).rejects.toMatchObject({ code: 'document_encrypted' })
    expect(fake.requests).toHaveLength(0)
    await extract({ password: 'open sesame' }, {}, encrypted)
    expect(await Promise.all(fake.requests.map((request) => pagesOf(bytesOf(request))))).toEqual([1])
  })

  it('halves what is too large for one call, and refuses a page that is', async () => {
    fake.answer(() => ({ body: { document: recordingOf([[{ lines: ['a'] }]]) } }))
    const { length } = pdf(2)
    await extract({}, { maxBytes: length }, pdf(4))
    expect(fake.requests.length).toBeGreaterThan(1)
    await expect(extract({}, { maxBytes: 300 })).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { what: 'bytes of one page', limit: 300 },
    })
  })

  it('pays for no more pages than it may', async () => {
    fake.answer(() => ({ body: {} }))
    await expect(extract({}, { maxPages: 3 }, pdf(4))).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { what: 'pages', limit: 3, actual: 4 },
    })
    expect(fake.requests).toHaveLength(0)
  })

  it('selects the pages of a TIFF with each call', async () => {
    fake.answer(() => ({ body: { document: recordingOf([[{ lines: ['a'] }]]) } }))
    const model = await extract({ pages: [3] }, {}, tiffOf(4), undefined, 'tiff')
    expect(model.pages.map(({ number }) => number)).toEqual([3])
    expect(fake.requests[0]?.body).toMatchObject({ processOptions: { individualPageSelector: { pages: [3] } } })
    await extract({}, { pagesPerCall: 3 }, tiffOf(4), undefined, 'tiff')
    expect(fake.requests.slice(1).map(({ body }) => body['processOptions'])).toEqual([
      { individualPageSelector: { pages: [1, 2, 3] } },
      { individualPageSelector: { pages: [4] } },
    ])
  })

  it('refuses what it cannot do before any call', async () => {
    fake.answer(() => ({ body: {} }))
    await expect(extract({ ocr: 'never' })).rejects.toMatchObject({ code: 'unsupported_option' })
    await expect(extract({}, {}, new Uint8Array(10))).rejects.toMatchObject({ code: 'document_corrupt' })
    await expect(extract({}, { maxBytes: 3 }, new Uint8Array(10), undefined, 'png')).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { limit: 3, actual: 10 },
    })
    await expect(extract({}, {}, pdf(), undefined, 'docx')).rejects.toMatchObject({ code: 'unsupported_document' })
    expect(fake.requests).toHaveLength(0)
  })

  it('calls again where the service is not there, and only there', async () => {
    const answers = [refusal(503, 'UNAVAILABLE', 'later'), refusal(504, 'DEADLINE_EXCEEDED', 'slow')]
    fake.answer(() => answers.shift() ?? { body: { document: recordedAnswer } })
    expect((await extract()).text).toContain('Offer')
    expect(fake.requests).toHaveLength(3)

    fake.answer(() => refusal(503, 'UNAVAILABLE', 'later'))
    await expect(extract()).rejects.toMatchObject({ code: 'provider_unavailable', retryable: true })
    expect(fake.requests).toHaveLength(3)

    const faults = [refusal(500, 'INTERNAL', 'odd'), refusal(500, 'INTERNAL', 'odd')]
    fake.answer(() => faults.shift() ?? { body: { document: recordedAnswer } })
    expect((await extract()).text).toContain('Offer')

    for (const [status, name, code, retryable] of [
      [429, 'RESOURCE_EXHAUSTED', 'provider_unavailable', true],
      [403, 'PERMISSION_DENIED', 'provider_failed', false],
      [404, 'NOT_FOUND', 'provider_failed', false],
      [400, 'INVALID_ARGUMENT', 'provider_failed', false],
    ] as const) {
      fake.answer(() => refusal(status, name, 'no'))
      await expect(extract()).rejects.toMatchObject({ code, retryable })
      expect(fake.requests).toHaveLength(1)
    }
    fake.answer(() => ({ body: { document: { text: 'Offer', pages: [null] } } }))
    await expect(extract()).rejects.toMatchObject({ code: 'provider_failed' })
    fake.answer(() => ({ body: {} }))
    await expect(extract()).rejects.toMatchObject({ code: 'provider_failed', details: { reason: 'empty' } })
    fake.answer(() =>
      refusal(400, 'INVALID_ARGUMENT', 'Document pages in non-imageless mode exceed the limit: 15 got 18'),
    )
    await expect(extract()).rejects.toMatchObject({ code: 'payload_too_large', details: { limit: 15, actual: 18 } })
  })

  it('ends at its time-out, and at once when the caller goes, and hangs up', async () => {
    fake.answer(() => undefined)
    await expect(extract({}, { timeoutMs: 150 })).rejects.toMatchObject({ code: 'provider_timeout' })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    await expect(extract({}, {}, pdf(), stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    const late = new AbortController()
    setTimeout(() => late.abort(new ChanceryError('deadline_exceeded', 'late')), 50)
    await expect(extract({}, {}, pdf(), late.signal)).rejects.toMatchObject({ code: 'deadline_exceeded' })
    await expect.poll(() => fake.requests.map(({ closed }) => closed)).toEqual([true, true, true])
  })

  it('makes a client by itself where it is given none', async () => {
    fake.answer(() => ({ body: { document: recordedAnswer } }))
    const settings = { projectId: 'p', location: 'eu', processorId: 'x', clientOptions: withToken() }
    const own = createDocumentAiExtractor({ ...settings, apiEndpoint: fake.endpoint })
    const { signal } = new AbortController()
    expect((await own.extract(vettedForTest(pdf(), 'pdf'), plainReading, { signal })).text).toContain('Offer')
  })
})

describe('a batch', () => {
  const batch = { bucket: 'b', abovePages: 3, pagesPerFile: 4, pollMs: 1 }
  const settings = (): Partial<DocumentAiSettings> => ({ batch: { ...batch, apiEndpoint: fake.endpoint } })
  type Documents = { inputDocuments: { gcsDocuments: { documents: { gcsUri: string }[] } } }

  /** Plays the service: writes the files of each document when it is asked how things stand for the second time. */
  const playBatch = (shardsOf: (document: number) => readonly RecordedDocument[], status?: object): void => {
    let looks = 0
    let inputs: string[] = []
    let output = ''
    fake.answer(({ path, body }) => {
      if (path.endsWith(':batchProcess')) {
        inputs = (body as unknown as Documents).inputDocuments.gcsDocuments.documents.map(({ gcsUri }) => gcsUri)
        output = (body as { documentOutputConfig: { gcsOutputConfig: { gcsUri: string } } }).documentOutputConfig
          .gcsOutputConfig.gcsUri
        return { body: { name: 'projects/p/locations/eu/operations/7' } }
      }
      if (++looks === 1) return { body: { name: 'projects/p/locations/eu/operations/7', done: false } }
      const statuses = inputs.map((inputGcsSource, index) => {
        const outputGcsDestination = `${output}7/${index}`
        for (const [at, shard] of shardsOf(index).entries()) {
          // Listed by name, which says nothing of their order.
          const name = `${outputGcsDestination.slice('gs://'.length)}/doc-${9 - at}.json`
          fake.objects.set(name, Buffer.from(JSON.stringify(shard)))
        }
        return { inputGcsSource, outputGcsDestination, status: status ?? {} }
      })
      return {
        body: {
          name: 'projects/p/locations/eu/operations/7',
          done: true,
          metadata: {
            '@type': 'type.googleapis.com/google.cloud.documentai.v1.BatchProcessMetadata',
            state: 'SUCCEEDED',
            individualProcessStatuses: statuses,
          },
          response: { '@type': 'type.googleapis.com/google.cloud.documentai.v1.BatchProcessResponse' },
        },
      }
    })
  }
  const shard = (shardIndex: number, shardCount: number, pages: number): RecordedDocument => ({
    ...recordingOf(Array.from({ length: pages }, (_, page) => [{ lines: [`𝒳 shard ${shardIndex} page ${page}`] }])),
    // A zero is left out.
    shardInfo: { ...(shardIndex === 0 ? {} : { shardIndex: String(shardIndex) }), shardCount: String(shardCount) },
  })

  it('goes through the bucket, its files in any order, and leaves nothing behind', async () => {
    playBatch((document) => (document === 0 ? [shard(0, 2, 3), shard(1, 2, 1)] : [shard(0, 1, 2)]))
    const model = await extract({}, settings(), pdf(6))
    expect(model.text.split('\n')).toEqual([
      '𝒳 shard 0 page 0',
      '𝒳 shard 0 page 1',
      '𝒳 shard 0 page 2',
      '𝒳 shard 1 page 0',
      '𝒳 shard 0 page 0',
      '𝒳 shard 0 page 1',
    ])
    expect(model.blocks.map(({ span }) => span.page)).toEqual([1, 2, 3, 4, 5, 6])
    expect(fake.requests[0]?.path).toBe('/v1/projects/p/locations/eu/processors/x:batchProcess')
    expect(fake.objects.size).toBe(0)
  })

  it.each([
    ['a file of the answer is missing', [shard(1, 2, 3)], { what: 'files', expected: 2, actual: 1 }],
    ['a page is missing', [shard(0, 1, 3)], { what: 'pages', expected: 4, actual: 3 }],
    ['there is no answer', [], { reason: 'incomplete' }],
  ])('fails where %s', async (_, shards, details) => {
    playBatch(() => shards)
    await expect(extract({}, settings(), pdf(4))).rejects.toMatchObject({
      code: 'provider_failed',
      retryable: true,
      details,
    })
    expect(fake.objects.size).toBe(0)
  })

  it('tells why a document of it was not read', async () => {
    playBatch(() => [], { code: 3, message: 'Document pages exceed the limit: 200 got 210' })
    await expect(extract({}, settings(), pdf(4))).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { limit: 200, actual: 210 },
    })
  })

  it('is stopped when the caller goes', async () => {
    const stop = new AbortController()
    fake.answer(({ path }) => {
      if (path.endsWith('/operations/7')) setTimeout(() => stop.abort(), 1)
      return { body: path.endsWith(':cancel') ? {} : { name: 'projects/p/locations/eu/operations/7' } }
    })
    await expect(extract({}, settings(), pdf(4), stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    expect(fake.requests.at(-1)?.path).toBe('/v1/projects/p/locations/eu/operations/7:cancel')
    expect(fake.objects.size).toBe(0)
  })

  it.each(['write', 'list', 'read'] as const)(
    'is not thrown away for a bucket that is away for a moment: %s',
    async (call) => {
      playBatch(() => [shard(0, 1, 4)])
      fake.refusals.push({ call, status: 503 }, { call, status: 429 })
      expect((await extract({}, { ...settings(), backoffMs: 1 }, pdf(4))).text).toContain('shard 0 page 3')
      expect(fake.refusals).toEqual([])
      expect(fake.requests.filter(({ path }) => path.endsWith(':batchProcess'))).toHaveLength(1)
    },
  )

  it.each(['write', 'list', 'read'] as const)(
    'is not thrown away for what a proxy says in the place of the bucket: %s',
    async (call) => {
      playBatch(() => [shard(0, 1, 4)])
      for (const page of ['<html>Please log in</html>', 'null', '']) fake.refusals.push({ call, status: 200, page })
      const repetition = { backoffMs: 1, attempts: 4 }
      expect((await extract({}, { ...settings(), ...repetition }, pdf(4))).text).toContain('shard 0 page 3')
      expect(fake.refusals).toEqual([])
      expect(fake.requests.filter(({ path }) => path.endsWith(':batchProcess'))).toHaveLength(1)
    },
  )

  it('says that what answers is not the bucket, where it stays so', async () => {
    playBatch(() => [shard(0, 1, 4)])
    for (let times = 0; times < 3; times++)
      fake.refusals.push({ call: 'list', status: 200, page: '<html>Log in</html>' })
    await expect(extract({}, { ...settings(), backoffMs: 1 }, pdf(4))).rejects.toMatchObject({
      code: 'provider_failed',
      retryable: true,
      message: 'What answered in the place of the bucket is not Cloud Storage.',
    })
    fake.refusals.length = 0
  })

  it('says that the bucket is not there', async () => {
    fake.answer(() => ({ body: {} }))
    await expect(
      extract({}, { batch: { ...batch, bucket: 'missing', apiEndpoint: fake.endpoint } }, pdf(4)),
    ).rejects.toMatchObject({ code: 'provider_failed', details: { reason: 'bucket' } })
    expect(fake.requests).toHaveLength(0)
  })
})

/** A TIFF of pages of one white pixel (TIFF 6.0, section 3). */
function tiffOf(pages: number): Uint8Array {
  const entries = [
    [256, 1],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [278, 1],
    [279, 1],
  ] as const
  const size = 2 + entries.length * 12 + 4
  const bytes = Buffer.alloc(12 + pages * size, 0)
  bytes.write('II*\0', 0, 'latin1')
  bytes.writeUInt32LE(12, 4)
  bytes[8] = 255
  for (let page = 0; page < pages; page++) {
    const at = 12 + page * size
    bytes.writeUInt16LE(entries.length, at)
    for (const [index, [tag, value]] of entries.entries()) {
      const entry = at + 2 + index * 12
      bytes.writeUInt16LE(tag, entry)
      bytes.writeUInt16LE(4, entry + 2)
      bytes.writeUInt32LE(1, entry + 4)
      bytes.writeUInt32LE(value, entry + 8)
    }
    bytes.writeUInt32LE(page === pages - 1 ? 0 : at + size, at + size - 4)
  }
  return bytes
}
