import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import {
  type GaugeName,
  type GaugeValue,
  type MeasureName,
  outcomeOf,
  type SpanOptions,
  type Telemetry,
  type TraceContext,
} from '@chancery/core'
import { safeAttributes, safeName } from './safe-attributes.ts'

type Attributes = Readonly<Record<string, string | number>>

/** A span that has ended. */
export interface KeptSpan {
  readonly name: string
  readonly kind: SpanOptions['kind']
  readonly context: TraceContext
  readonly parentSpanId: string | undefined
  readonly attributes: Attributes
}

/** Telemetry that keeps what it is told. */
export interface MemoryTelemetry extends Telemetry {
  /** In the order of their ends. */
  readonly spans: readonly KeptSpan[]
  /** Each call of `count` and `record`. */
  readonly figures: readonly { readonly name: MeasureName; readonly value: number; readonly attributes: Attributes }[]
  /** Reads a gauge now; nothing where none was given, or it fails. */
  read(name: GaugeName): Promise<readonly GaugeValue[]>
}

const random = (bytes: number): string => randomBytes(bytes).toString('hex')

/** For tests, and for programs that look at what was measured by themselves: it grows with each call. */
export function createMemoryTelemetry(): MemoryTelemetry {
  const running = new AsyncLocalStorage<TraceContext>()
  const spans: KeptSpan[] = []
  const figures: MemoryTelemetry['figures'][number][] = []
  const gauges = new Map<GaugeName, () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>>()
  return {
    spans,
    figures,
    async span(name, { attributes, kind, parent = running.getStore() }, run) {
      const context = { traceId: parent?.traceId ?? random(16), spanId: random(8), sampled: parent?.sampled ?? true }
      const noted = safeAttributes(attributes)
      const end = (outcome: string): void => {
        const kept = { outcome, ...noted }
        spans.push({ name: safeName(name), kind, context, parentSpanId: parent?.spanId, attributes: kept })
      }
      const span = { context, note: (more: typeof attributes) => void Object.assign(noted, safeAttributes(more)) }
      try {
        const result = await running.run(context, () => run(span))
        end('ok')
        return result
      } catch (error) {
        end(outcomeOf(error))
        throw error
      }
    },
    count: (name, attributes, by = 1) => void figures.push({ name, value: by, attributes: safeAttributes(attributes) }),
    record: (name, value, attributes) => void figures.push({ name, value, attributes: safeAttributes(attributes) }),
    gauge: (name, read) => void gauges.set(name, read),
    read: async (name) => {
      try {
        return (await gauges.get(name)?.()) ?? []
      } catch {
        return []
      }
    },
  }
}
