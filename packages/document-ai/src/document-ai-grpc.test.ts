import { plainReading } from '@chancery/core'
import { expectModelInvariants } from '@chancery/port-contracts/text-extractor'
import { vettedForTest } from '@chancery/port-contracts/vetted-for-test'
import { credentials } from '@grpc/grpc-js'
import { afterEach, describe, expect, it } from 'vitest'
import { pdfOf } from '../../reading-pdf/src/pdf-fixture.ts'
import { createDocumentAiExtractor } from './document-ai-extractor.ts'
import { withToken } from './document-ai-for-test.ts'
import type { DocumentAiSettings } from './calls/document-ai-settings.ts'
import { startFakeDocumentAi } from './fake-document-ai.ts'
import { type GrpcAnswer, packed, startFakeDocumentAiGrpc } from './fake-document-ai-grpc.ts'
import { recordedAnswer, recordingOf } from './recording/recorded-answer-fixture.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const pdf = (pages: number): Uint8Array =>
  pdfOf({ pages: Array.from({ length: pages }, (_, index) => [{ x: 60, y: 700, text: `Page ${index + 1}` }]) })

async function serve(
  answers: Parameters<typeof startFakeDocumentAiGrpc>[0],
  settings: Partial<DocumentAiSettings> = {},
) {
  const service = await startFakeDocumentAiGrpc(answers)
  stops.push(service.stop)
  const extractor = createDocumentAiExtractor({
    projectId: 'p',
    location: 'eu',
    processorId: 'x',
    apiEndpoint: '127.0.0.1',
    backoffMs: 1,
    clientOptions: { ...withToken(), port: service.port, sslCreds: credentials.createInsecure() },
    ...settings,
  })
  const extract = async (pages = 1, signal = new AbortController().signal) => {
    const model = await extractor.extract(vettedForTest(pdf(pages), 'pdf'), plainReading, { signal })
    expectModelInvariants(model)
    return model
  }
  return { ...service, extract }
}

describe("Google's client over gRPC, against a stand-in on this machine", () => {
  it('sends the bytes and a mask in snake case, and reads 64-bit numbers and absent zeros', async () => {
    const { extract, calls } = await serve({ process: () => ({ document: recordedAnswer }) })
    const model = await extract()
    expect(model.text).toBe('𝒳 Offer\nTotal:\n12.00 €\nItem\tPrice\nGröße\t7\nleft over')
    expect(model.keyValues).toMatchObject([{ key: 'Total', value: '12.00 €' }])
    expect(model.blocks[0]?.confidence).toBeCloseTo(0.97)
    expect(Buffer.from(calls[0]?.request.rawDocument?.content ?? '').equals(pdf(1))).toBe(true)
    expect(calls[0]?.request.fieldMask?.paths).toContain('pages.page_number')
    expect(calls[0]?.request.fieldMask?.paths?.join()).not.toMatch(/[A-Z]|image/)
  })

  it('takes answers that are larger than gRPC takes by itself', async () => {
    const long = { text: 'many words '.repeat(450_000), pages: [{ pageNumber: 1 }] }
    const { extract } = await serve({ process: () => ({ document: long }) })
    expect((await extract()).text.length).toBe(4_949_999)
  })

  it('calls again where the service is not there, never where it refuses', async () => {
    const answers: GrpcAnswer[] = [() => ({ code: 14, details: 'later' }), () => ({ document: recordedAnswer })]
    const { extract, calls } = await serve({ process: (request, cancelled) => answers.shift()?.(request, cancelled) })
    expect((await extract()).text).toContain('Offer')
    expect(calls).toHaveLength(2)
    for (const [code, details, expected] of [
      [
        3,
        'Document pages in non-imageless mode exceed the limit: 15 got 18',
        { code: 'payload_too_large', details: { limit: 15, actual: 18 } },
      ],
      [8, 'Quota exceeded', { code: 'provider_unavailable', details: { reason: 'quota' } }],
      [7, 'denied', { code: 'provider_failed', details: { reason: 'permission' } }],
    ] as const) {
      answers.push(() => ({ code, details }))
      const before = calls.length
      await expect(extract()).rejects.toMatchObject(expected)
      expect(calls.length - before).toBe(1)
    }
  })

  it('cancels the call when the caller goes', async () => {
    const { extract, calls } = await serve({ process: () => undefined })
    const stop = new AbortController()
    const ended = expect(extract(1, stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
    await expect.poll(() => calls.length).toBe(1)
    stop.abort()
    await ended
    await expect.poll(() => calls[0]?.cancelled).toBe(true)
  })

  it('reads a batch', async () => {
    const storage = await startFakeDocumentAi()
    stops.push(storage.stop)
    const name = 'projects/p/locations/eu/operations/7'
    const { extract } = await serve(
      {
        batch: () => ({ name }),
        operation: () => {
          const [input = ''] = [...storage.objects.keys()].filter((key) => key.includes('/input/'))
          const folder = input.replace(/input\/.*/, 'output/7/0')
          storage.objects.set(
            `${folder}/doc-0.json`,
            Buffer.from(JSON.stringify(recordingOf([[{ lines: ['one'] }], [{ lines: ['two'] }]]))),
          )
          return {
            name,
            done: true,
            metadata: packed([{ inputGcsSource: `gs://${input}`, outputGcsDestination: `gs://${folder}`, status: {} }]),
            response: { type_url: 'type.googleapis.com/google.cloud.documentai.v1.BatchProcessResponse' },
          }
        },
      },
      { batch: { bucket: 'b', abovePages: 1, pollMs: 1, apiEndpoint: storage.endpoint } },
    )
    expect((await extract(2)).text).toBe('one\ntwo')
    expect(storage.objects.size).toBe(0)
  })
})
