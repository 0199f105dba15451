import { ChanceryError, type Telemetry, type TelemetryAttributes } from '@chancery/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Empty or absent at the root. */
  readonly parentSpanId?: string | undefined
  readonly attributes: Readonly<Record<string, unknown>>
}

/** What came out of a telemetry. */
export interface Collected {
  readonly spans: readonly CollectedSpan[]
  /** Sums of counters, sums of histograms, values of gauges; by name and attributes. */
  readonly figures: readonly {
    readonly name: string
    readonly value: number
    readonly attributes: Readonly<Record<string, unknown>>
  }[]
  /** All of it, as it left. */
  readonly raw: string
}

export interface TelemetryUnderTest {
  readonly telemetry: Telemetry
  /** Ends it, and tells what came out; absent where nothing does. */
  collected?(): Promise<Collected>
  close?(): Promise<void>
}

/** What must never leave, however it gets in. */
const canaries = [
  'chk_dev_canaryKey0123456789',
  'letters/canary/Ada Lovelace.docx',
  'canary@example.com',
  'Dear canary, your total is 12.50.',
  'canary\u0000\u2028name',
]

/** What every telemetry does: it watches, and changes nothing. */
export function telemetryContract(name: string, make: () => Promise<TelemetryUnderTest>): void {
  describe(`${name} keeps the contract of a telemetry`, () => {
    let under: TelemetryUnderTest
    let telemetry: Telemetry
    beforeEach(async () => {
      under = await make()
      telemetry = under.telemetry
    })
    afterEach(() => under.close?.())

    it('gives what the work gives, once', async () => {
      let runs = 0
      expect(await telemetry.span('work', { attributes: { bytes: 1 } }, async () => ++runs)).toBe(1)
      expect(runs).toBe(1)
    })

    it('fails as the work fails', async () => {
      const fault = new Error('x')
      await expect(telemetry.span('work', {}, () => Promise.reject(fault))).rejects.toBe(fault)
    })

    it('takes whatever it is told, at any time, and never throws', async () => {
      const odd = { outcome: 'x'.repeat(10_000), bytes: Number.NaN, provider: undefined, path: '/etc' }
      telemetry.count('chancery.calls', odd as TelemetryAttributes, Number.NaN)
      telemetry.record('chancery.job.wait', Number.POSITIVE_INFINITY, odd as TelemetryAttributes)
      telemetry.gauge('chancery.slots', () => Promise.reject(new Error('gone')))
      telemetry.gauge('chancery.queue', () => new Promise(() => undefined))
      await telemetry.span('\0'.repeat(1000), { attributes: odd as TelemetryAttributes }, async (span) => {
        span.note(odd as TelemetryAttributes)
      })
      const parent = { traceId: 'not hex', spanId: '', sampled: true }
      expect(await telemetry.span('work', { parent }, async () => 1)).toBe(1)
      await under.collected?.()
      // After its end, too.
      telemetry.count('chancery.calls')
      expect(await telemetry.span('late', {}, async () => 2)).toBe(2)
    })

    it('lays spans into one another, however long apart, and names what became of them', async () => {
      const parent = { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8), sampled: true }
      await telemetry.span(
        'outer',
        { parent, kind: 'server', attributes: { operation: 'pre-filling' } },
        async (span) => {
          await new Promise((resolve) => setTimeout(resolve, 1))
          span.note({ status: 200 })
          const work = (each: string) =>
            telemetry.span(each, {}, async () => new Promise((resolve) => setImmediate(resolve)))
          await Promise.all([work('first'), work('second')])
          await telemetry
            .span('third', {}, () => Promise.reject(new ChanceryError('document_not_found', 'canary')))
            .catch(() => undefined)
          await telemetry.span('fourth', {}, () => Promise.reject(new Error('canary'))).catch(() => undefined)
        },
      )
      if (under.collected === undefined) return
      const { spans, raw } = await under.collected()
      const byName = Object.fromEntries(spans.map((span) => [span.name, span]))
      expect(Object.keys(byName).toSorted()).toEqual(['first', 'fourth', 'outer', 'second', 'third'])
      const { outer } = byName
      expect(outer).toMatchObject({ traceId: parent.traceId, parentSpanId: parent.spanId })
      expect(outer?.attributes).toEqual({ operation: 'pre-filling', status: 200, outcome: 'ok' })
      for (const each of ['first', 'second', 'third', 'fourth']) {
        expect(byName[each]).toMatchObject({ traceId: parent.traceId, parentSpanId: outer?.spanId })
      }
      expect(byName['third']?.attributes).toEqual({ outcome: 'document_not_found' })
      expect(byName['fourth']?.attributes).toEqual({ outcome: 'internal' })
      expect(raw).not.toContain('canary')
    })

    it('begins a trace where there is none, and says where a span stands', async () => {
      const context = await telemetry.span('root', {}, async (span) => span.context)
      if (under.collected === undefined) return expect(context).toBeUndefined()
      expect(context).toMatchObject({
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
        sampled: true,
      })
      const { spans } = await under.collected()
      expect(spans).toMatchObject([{ name: 'root', traceId: context?.traceId, spanId: context?.spanId }])
      expect(spans[0]?.parentSpanId ?? '').toBe('')
    })

    it('counts, sums up and reads gauges, by what tells them apart', async () => {
      telemetry.count('chancery.calls', { operation: 'send-email', outcome: 'ok' })
      telemetry.count('chancery.calls', { operation: 'send-email', outcome: 'ok' }, 2)
      telemetry.count('chancery.calls', { operation: 'send-email', outcome: 'overloaded' })
      telemetry.record('chancery.job.wait', 0.25, { job: 'fill' })
      telemetry.record('chancery.job.wait', 0.5, { job: 'fill' })
      telemetry.gauge('chancery.slots', () => [{ value: 1 }])
      telemetry.gauge('chancery.slots', async () => [
        { value: 2, attributes: { state: 'used' } },
        { value: 3, attributes: { state: 'all' } },
      ])
      if (under.collected === undefined) return
      const { figures } = await under.collected()
      const sum = (wanted: string, attributes: object): number =>
        figures
          .filter((each) => each.name === wanted && JSON.stringify(each.attributes) === JSON.stringify(attributes))
          .reduce((total, { value }) => total + value, 0)
      expect(sum('chancery.calls', { operation: 'send-email', outcome: 'ok' })).toBe(3)
      expect(sum('chancery.calls', { operation: 'send-email', outcome: 'overloaded' })).toBe(1)
      expect(sum('chancery.job.wait', { job: 'fill' })).toBe(0.75)
      expect(sum('chancery.slots', { state: 'used' })).toBe(2)
      expect(sum('chancery.slots', { state: 'all' })).toBe(3)
      expect(sum('chancery.slots', {})).toBe(0)
    })

    it('lets no key, path, text or address out, wherever it stands', async () => {
      for (const canary of canaries) {
        const attributes = { operation: canary, provider: canary, outcome: canary, [canary]: canary, path: canary }
        const told = attributes as TelemetryAttributes
        telemetry.count('chancery.calls', told)
        telemetry.record('chancery.provider.duration', 1, told)
        telemetry.gauge('chancery.slots', () => [{ value: 1, attributes: told }])
        await telemetry
          .span(canary, { attributes: told }, async (span) => {
            span.note(told)
            throw new ChanceryError('internal', canary, { details: { provider: canary }, cause: new Error(canary) })
          })
          .catch(() => undefined)
      }
      if (under.collected === undefined) return
      const { raw, spans } = await under.collected()
      expect(spans.length).toBe(canaries.length)
      expect(raw.toLowerCase()).not.toContain('canary')
    })
  })
}
