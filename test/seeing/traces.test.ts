import { docxOf } from '@chancery/port-contracts/sample-documents'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { otlpReceiver, readBatches } from '../../packages/telemetry/src/otlp-receiver.test-support.ts'
import { base64, type WatchedService, watchedService } from './watched-service.ts'

const secrets = {
  text: 'Canarytext of the letter',
  name: 'Ada Canaryname',
  address: 'canary.person@example.com',
  folder: 'canaryfolder',
}
const letter = docxOf([`${secrets.text}, dear {name}, {total}.`])
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${parentId}-01`

describe('a service that is watched', () => {
  let receiver: Awaited<ReturnType<typeof otlpReceiver>>
  let watched: WatchedService
  let collected: ReturnType<typeof readBatches>
  let lines: Awaited<ReturnType<WatchedService['lines']>>
  let filledBy: string | null
  const requestId = 'request-of-the-fill'

  beforeAll(async () => {
    receiver = await otlpReceiver()
    watched = await watchedService({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      CHANCERY_METRICS_PORT: '0',
    })
    const { call } = watched
    const template = `${secrets.folder}/template.docx`
    const stored = await call('store-document', {
      document: { content: base64(letter), filename: 'letter.docx' },
      path: template,
    })
    expect(stored.status).toBe(200)
    // A key is believed for 20 ms after it was looked up.
    await pause(50)
    const filled = await call(
      'pre-filling',
      {
        template: { path: template },
        data: { name: secrets.name, total: 12 },
        output: { path: `${secrets.folder}/${secrets.name}.docx` },
      },
      { traceparent, 'x-request-id': requestId },
    )
    expect(filled.status).toBe(200)
    filledBy = filled.headers.get('traceparent')
    const sent = await call(
      'send-email',
      { to: [secrets.address], subject: secrets.text, text: secrets.text, attachments: [{ path: template }] },
      { 'idempotency-key': 'canary-key-of-the-mail' },
    )
    expect(sent.status).toBe(200)
    expect((await call('extract-document', { document: { path: `${secrets.folder}/none.docx` } })).status).toBe(404)
    expect((await call('send-email', { to: ['nobody'] })).status).toBe(422)
    expect((await watched.service.app.request(`/${secrets.folder}?${secrets.text}`)).status).toBe(404)
    const zipped = await call(
      'pre-filling',
      { template: { path: template }, records: [{ data: { name: 'x', total: 1 } }, { data: { name: 'y', total: 2 } }] },
      { accept: 'application/zip', 'x-request-id': 'request-of-the-stream' },
    )
    expect(zipped.status).toBe(200)
    lines = await watched.lines()
    const text = await watched.service.composition.prometheus()
    await watched.close()
    collected = readBatches(receiver.batches)
    await receiver.close()
    collected = { ...collected, raw: `${collected.raw}\n${text}` }
  }, 60_000)
  afterAll(() => watched.close())

  const below = (id: string | undefined) => collected.spans.filter(({ parentSpanId }) => parentSpanId === id)
  const named = (name: string, spans = collected.spans) => spans.find((span) => span.name === name)

  it('tells of a call from HTTP over the use case and its ports down to the child process', () => {
    const ofCall = collected.spans.filter((span) => span.traceId === traceId)
    const root = named('http pre-filling', ofCall)
    expect(root).toMatchObject({
      parentSpanId: parentId,
      attributes: { operation: 'pre-filling', status: 200, outcome: 'ok' },
    })
    expect(filledBy).toBe(`00-${traceId}-${root?.spanId}-01`)
    const operation = named('operation pre-filling', below(root?.spanId))
    expect(operation).toBeDefined()
    const ports = below(operation?.spanId)
    expect(named('stores.read', ports)?.attributes).toEqual({
      provider: 'local',
      outcome: 'ok',
    })
    expect(named('stores.put', ports)).toBeDefined()
    const job = named('job fill', ports)
    expect(job?.attributes).toMatchObject({ outcome: 'ok', cpuMs: expect.any(Number) as number })
    // The key is looked up before the operation.
    expect(named('apiKeys.find', below(root?.spanId))).toBeDefined()
  })

  it('tells of what an e-mail goes through', () => {
    const root = collected.spans.find(
      ({ name, attributes }) => name === 'http send-email' && attributes['outcome'] === 'ok',
    )
    const operation = named('operation send-email', below(root?.spanId))
    const names = below(operation?.spanId).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['stores.read', 'emailLedger.claim', 'transports.send', 'emailLedger.settle']),
    )
    expect(below(root?.spanId).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['idempotency.claim', 'idempotency.complete']),
    )
  })

  it('names what failed by its code', () => {
    const failed = collected.spans.filter(({ attributes }) => attributes['outcome'] === 'document_not_found')
    expect(failed.map(({ name }) => name).toSorted()).toEqual([
      'http extract-document',
      'operation extract-document',
      'stores.read',
    ])
  })

  it('keeps what a stream is made of within its call', () => {
    const ofStream = collected.spans.filter(({ name }) => name === 'job fillMany' || name === 'job fill')
    const roots = new Set(ofStream.map((span) => span.traceId))
    const httpTraces = new Set(
      collected.spans.filter(({ name }) => name === 'http pre-filling').map((span) => span.traceId),
    )
    expect([...roots].every((id) => httpTraces.has(id))).toBe(true)
    expect(httpTraces.size).toBe(2)
  })

  it('counts by operation, outcome and provider, and reads its gauges', () => {
    const figure = (name: string, attributes: object) =>
      collected.figures.find(
        (each) =>
          each.name === name && Object.entries(attributes).every(([key, value]) => each.attributes[key] === value),
      )?.value
    expect(figure('chancery.calls', { operation: 'send-email', outcome: 'ok' })).toBe(1)
    expect(figure('chancery.calls', { operation: 'send-email', outcome: 'invalid_request' })).toBe(1)
    expect(figure('chancery.calls', { operation: 'extract-document', outcome: 'document_not_found' })).toBe(1)
    expect(
      figure('chancery.provider.duration', { port: 'transports', provider: 'outbox', method: 'send' }),
    ).toBeGreaterThan(0)
    expect(figure('chancery.operation.duration', { operation: 'pre-filling', outcome: 'ok' })).toBeGreaterThan(0)
    expect(figure('chancery.job.duration', { job: 'fill', outcome: 'ok' })).toBeGreaterThan(0)
    expect(figure('chancery.children.started', {})).toBeGreaterThan(0)
    expect(figure('chancery.slots', { state: 'used' })).toBe(0)
    expect(figure('chancery.slots', { state: 'all' })).toBeGreaterThan(1)
    expect(figure('chancery.queue', { state: 'all' })).toBeGreaterThan(1)
    expect(figure('chancery.emails.in_doubt', {})).toBe(0)
  })

  it('has the id of the request on every line of a call', () => {
    const ofFill = lines.filter((line) => line['requestId'] === requestId)
    const providers = ofFill
      .filter(({ message }) => message === 'provider-call')
      .map(({ port, method }) => `${port}.${method}`)
    expect(providers).toEqual(expect.arrayContaining(['apiKeys.find', 'stores.read', 'stores.put']))
    expect(ofFill.filter(({ message }) => message === 'request')).toMatchObject([{ operation: 'pre-filling', traceId }])
    expect(lines.filter((line) => line['requestId'] === undefined)).toEqual([])
    expect(lines.some((line) => line['requestId'] === 'request-of-the-stream' && line['port'] === 'stores')).toBe(true)
  })

  it('lets no key, path, text or personal data out: in spans, figures, /metrics or lines', () => {
    const all = `${collected.raw}\n${JSON.stringify(lines)}`
    for (const secret of [...Object.values(secrets), 'Canary', 'canary', watched.key]) expect(all).not.toContain(secret)
    expect(collected.raw).toContain('chancery_calls_total{operation="pre-filling",outcome="ok"} 2')
    expect(collected.raw).not.toContain(watched.keyId)
    expect(collected.raw).not.toContain(requestId)
  })
})

it('is not slowed and not stopped by a collector that hangs', async () => {
  const receiver = await otlpReceiver()
  receiver.answer(() => undefined)
  const watched = await watchedService({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    CHANCERY_SAFETY: 'inline',
  })
  const statuses = new Set<number>()
  for (let n = 0; n < 300; n++) {
    const input = { document: { content: base64('Hello.'), filename: 'a.txt' }, path: `${n}.txt` }
    statuses.add((await watched.call('store-document', input)).status)
  }
  expect([...statuses]).toEqual([200])
  await expect
    .poll(async () => (await watched.lines()).filter(({ message }) => message === 'telemetry-unsent').length)
    .toBe(1)
  const ending = performance.now()
  await watched.close()
  expect(performance.now() - ending).toBeLessThan(4000)
  await receiver.close()
})
