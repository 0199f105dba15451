import { telemetryContract } from '@chancery/port-contracts/telemetry'
import { describe, expect, it } from 'vitest'
import { createMemoryTelemetry } from './memory-telemetry.ts'
import { createOpenTelemetry, type OpenTelemetrySettings } from './open-telemetry.ts'
import { otlpReceiver, readBatches } from './otlp-receiver.test-support.ts'

telemetryContract('The memory', async () => {
  const telemetry = createMemoryTelemetry()
  return {
    telemetry,
    async collected() {
      const spans = telemetry.spans.map(({ name, context, parentSpanId, attributes }) => ({
        name,
        ...context,
        parentSpanId,
        attributes,
      }))
      const gauges = (await telemetry.read('chancery.slots')).map(({ value, attributes = {} }) => ({
        name: 'chancery.slots',
        value,
        attributes,
      }))
      return { spans, figures: [...telemetry.figures, ...gauges], raw: JSON.stringify([spans, telemetry.figures]) }
    },
  }
})

const named = { serviceName: 'chancery', serviceVersion: '0.1.0' }

telemetryContract('OpenTelemetry, sent as JSON', async () => {
  const receiver = await otlpReceiver()
  const telemetry = createOpenTelemetry({ ...named, otlp: { endpoint: receiver.endpoint, protocol: 'http/json' } })
  return {
    telemetry,
    async collected() {
      await telemetry.close()
      return readBatches(receiver.batches)
    },
    async close() {
      await telemetry.close()
      await receiver.close()
    },
  }
})

telemetryContract('OpenTelemetry for Prometheus alone', async () => {
  const telemetry = createOpenTelemetry({ ...named, prometheus: true })
  return { telemetry, close: () => telemetry.close() }
})

/** Every text in a protobuf message, at whatever depth; its fields are numbers without names. */
function textsIn(bytes: Uint8Array): string[] {
  const texts: string[] = []
  let at = 0
  const varint = (): number => {
    let [value, shift] = [0, 0]
    for (;;) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
      shift += 7
    }
  }
  while (at < bytes.length) {
    const kind = varint() & 7
    if (kind === 0) varint()
    else if (kind === 1) at += 8
    else if (kind === 5) at += 4
    else if (kind !== 2) return texts
    else {
      const length = varint()
      const part = bytes.subarray(at, at + length)
      at += length
      texts.push(Buffer.from(part).toString('utf8'))
      for (const text of textsIn(part)) texts.push(text)
    }
  }
  return texts
}

describe('OpenTelemetry', () => {
  const started = async (settings: Partial<OpenTelemetrySettings['otlp']> = {}, more: object = {}) => {
    const receiver = await otlpReceiver()
    const unsent: string[] = []
    const telemetry = createOpenTelemetry({
      ...named,
      otlp: { endpoint: receiver.endpoint, ...settings },
      unsent: (what, count) => void unsent.push(`${what} ${count}`),
      ...more,
    })
    return { receiver, telemetry, unsent }
  }

  it('sends protobuf unless it is told otherwise, with its headers, to the usual paths', async () => {
    const { receiver, telemetry } = await started({ headers: { 'x-token': 't0ken' } })
    await telemetry.span('pre-filling', { attributes: { operation: 'pre-filling' } }, async () => undefined)
    telemetry.count('chancery.calls', { operation: 'pre-filling', outcome: 'ok' })
    await telemetry.close()
    const { batches } = receiver
    expect(batches.map(({ path }) => path).toSorted()).toEqual(['/v1/metrics', '/v1/traces'])
    for (const { headers } of batches)
      expect(headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'x-token': 't0ken' })
    const texts = batches.flatMap(({ body }) => textsIn(body))
    expect(texts).toEqual(
      expect.arrayContaining(['service.name', 'chancery', 'service.version', '0.1.0', 'chancery.calls', 'pre-filling']),
    )
    await receiver.close()
  })

  it('keeps no more than a queue where the collector hangs, and ends in time all the same', async () => {
    const { receiver, telemetry, unsent } = await started({ timeoutMs: 1000, delayMs: 10, intervalMs: 1000 })
    receiver.answer(() => undefined)
    const before = performance.now()
    for (let n = 0; n < 20_000; n++) await telemetry.span('work', {}, async () => undefined)
    expect(performance.now() - before).toBeLessThan(5000)
    await expect.poll(() => unsent.length).toBeGreaterThan(0)
    const ending = performance.now()
    await telemetry.close()
    expect(performance.now() - ending).toBeLessThan(3000)
    await receiver.close()
  })

  it('says what could not be sent where nobody listens, and lets nobody wait', async () => {
    const { receiver, telemetry, unsent } = await started({ timeoutMs: 300, delayMs: 10 })
    await receiver.close()
    expect(await telemetry.span('work', {}, async () => 1)).toBe(1)
    await expect.poll(() => unsent).toContain('spans 1')
    await telemetry.close()
  })

  it('does as the caller does about keeping a trace, and else as it is told', async () => {
    const { receiver, telemetry } = await started(
      { protocol: 'http/json' },
      { sampling: { sampler: 'parentbased_always_off' } },
    )
    const parent = { traceId: '1'.repeat(32), spanId: '2'.repeat(16) }
    await telemetry.span('alone', {}, async () => undefined)
    await telemetry.span('unwanted', { parent: { ...parent, sampled: false } }, async () => undefined)
    await telemetry.span('wanted', { parent: { ...parent, sampled: true } }, async () => undefined)
    await telemetry.close()
    const { spans } = readBatches(receiver.batches)
    expect(spans.map(({ name }) => name)).toEqual(['wanted'])
    await receiver.close()
  })

  it('tells Prometheus in its own format', async () => {
    const telemetry = createOpenTelemetry({ ...named, prometheus: true })
    telemetry.count('chancery.calls', { operation: 'send-email', outcome: 'ok' })
    telemetry.record('http.server.request.duration', 0.02, { operation: 'send-email', status: 200 })
    telemetry.gauge('chancery.emails.in_doubt', () => [{ value: 3 }])
    telemetry.gauge('chancery.slots', () => Promise.reject(new Error('gone')))
    const text = await telemetry.prometheus()
    const lines = text.trimEnd().split('\n')
    expect(text.endsWith('\n')).toBe(true)
    // The grammar of the text format: comments, and a name with labels and a number.
    const grammar =
      /^(?:# (?:HELP|TYPE|UNIT) [a-zA-Z_:][\w:]* ?.*|[a-zA-Z_:][\w:]*(?:\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\})? [-+.\deE]+(?:Inf|NaN)?)$/
    expect(lines.filter((line) => !grammar.test(line))).toEqual([])
    expect(lines).toContain('chancery_calls_total{operation="send-email",outcome="ok"} 1')
    expect(lines).toContain('# TYPE chancery_calls_total counter')
    expect(lines).toContain('# TYPE http_server_request_duration_seconds histogram')
    expect(lines).toContain(
      'http_server_request_duration_seconds_bucket{operation="send-email",status="200",le="0.025"} 1',
    )
    expect(lines).toContain(
      'http_server_request_duration_seconds_bucket{operation="send-email",status="200",le="0.01"} 0',
    )
    expect(lines).toContain(
      'http_server_request_duration_seconds_bucket{operation="send-email",status="200",le="+Inf"} 1',
    )
    expect(lines).toContain('http_server_request_duration_seconds_count{operation="send-email",status="200"} 1')
    expect(lines).toContain('chancery_emails_in_doubt 3')
    await telemetry.close()
  })
})
