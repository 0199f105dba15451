import { AsyncLocalStorage } from 'node:async_hooks'
import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api'
import { outcomeOf, type RunningSpan, type Telemetry, type TraceContext } from '@chancery/core'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { TracerProvider } from '@opentelemetry/sdk-trace'
import { openMeter } from './open-meter.ts'
import { type OtlpSettings, spanSender } from './otlp.ts'
import { safeAttributes, safeName } from './safe-attributes.ts'
import { type Sampling, samplerOf } from './sampling.ts'

export interface OpenTelemetrySettings {
  /** `service.name`. */
  readonly serviceName: string
  readonly serviceVersion: string
  /** Further facts of the deployment. */
  readonly resource?: Readonly<Record<string, string>>
  /** The collector. Absent: nothing is sent, and no spans are made. */
  readonly otlp?: OtlpSettings
  /** Whether figures are kept for `prometheus()`. */
  readonly prometheus?: boolean
  readonly sampling?: Sampling
  /** Told, at the most once a minute, that something could not be sent; how many spans or batches of figures. */
  readonly unsent?: (what: 'spans' | 'measures', count: number) => void
}

/** Telemetry by OpenTelemetry. */
export interface OpenTelemetry extends Telemetry {
  /** All figures in Prometheus' text format, and its media type. */
  prometheus(): Promise<string>
  /** Sends what waits, within some seconds, and ends; nothing is told afterwards. */
  close(): Promise<void>
}

/** How long an end waits for a collector, in ms. */
const closeMs = 2000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/**
 * Hand-picked parts of OpenTelemetry's SDK, without its globals: several may live in one process. Spans wait in a bounded queue
 * (2048) and are thrown away above that; whoever runs a span waits for nobody.
 */
export function createOpenTelemetry(settings: OpenTelemetrySettings): OpenTelemetry {
  const { serviceName, serviceVersion, otlp, unsent = () => undefined } = settings
  const resource = resourceFromAttributes({
    ...settings.resource,
    'service.name': serviceName,
    'service.version': serviceVersion,
  })
  const sender = otlp === undefined ? undefined : spanSender(otlp, (count) => unsent('spans', count))
  const provider =
    sender === undefined
      ? undefined
      : new TracerProvider({ resource, sampler: samplerOf(settings.sampling), spanProcessors: [sender] })
  const tracer = provider?.getTracer('chancery', serviceVersion)
  const meter = openMeter(resource, {
    ...(otlp === undefined ? {} : { otlp }),
    prometheus: settings.prometheus ?? false,
    unsent: (count) => unsent('measures', count),
  })
  const running = new AsyncLocalStorage<Context>()
  let closed = false

  const span: Telemetry['span'] = async (name, { attributes, kind, parent }, run) => {
    if (tracer === undefined || closed) return run(unseen)
    const own = kind === undefined ? SpanKind.INTERNAL : kinds[kind]
    const within = parent === undefined ? (running.getStore() ?? ROOT_CONTEXT) : contextOf(parent)
    const made = tracer.startSpan(safeName(name), { kind: own, attributes: safeAttributes(attributes) }, within)
    const { traceId, spanId, traceFlags } = made.spanContext()
    let told: string | undefined
    const seen: RunningSpan = {
      context: { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
      note(more) {
        const safe = safeAttributes(more)
        made.setAttributes(safe)
        if (safe['outcome'] !== undefined) told = String(safe['outcome'])
        if (Number(safe['status']) >= 500) made.setStatus({ code: SpanStatusCode.ERROR })
      },
    }
    try {
      const result = await running.run(trace.setSpan(within, made), () => run(seen))
      if (told === undefined) made.setAttribute('outcome', 'ok')
      return result
    } catch (error) {
      // The message and the stack of an error may hold anything.
      made.setAttribute('outcome', outcomeOf(error))
      made.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      made.end()
    }
  }

  return {
    span,
    count: (name, attributes, by = 1) => meter.counter(name).add(by, safeAttributes(attributes)),
    record: (name, value, attributes) => meter.histogram(name).record(value, safeAttributes(attributes)),
    gauge: (name, read) => meter.gauge(name, read),
    prometheus: () => meter.prometheus(),
    async close() {
      if (closed) return
      closed = true
      const ending = Promise.allSettled([provider?.shutdown(), meter.close()])
      await Promise.race([ending, new Promise((resolve) => setTimeout(resolve, closeMs).unref())])
    },
  }
}

const unseen: RunningSpan = { note: () => undefined }

/** A span of somebody else, as OpenTelemetry has it. */
const contextOf = ({ traceId, spanId, sampled }: TraceContext): Context =>
  trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  })
