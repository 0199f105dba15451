import type { AttributeName, CounterName, GaugeName, HistogramName } from '../model/measures.ts'

/** What is said of a span or a figure: never keys, paths, texts or personal data. */
export type TelemetryAttributes = Readonly<Partial<Record<AttributeName, string | number | undefined>>>

/** Where a span stands in a distributed trace (https://www.w3.org/TR/trace-context/), lower-case hex. */
export interface TraceContext {
  /** 32 digits, not all 0. */
  readonly traceId: string
  /** 16 digits, not all 0. */
  readonly spanId: string
  /** Whether whoever began the trace keeps it. */
  readonly sampled: boolean
}

export interface SpanOptions {
  readonly attributes?: TelemetryAttributes
  /** `server`: a call that came in; `client`: a call of a provider. Absent: work of our own. */
  readonly kind?: 'server' | 'client'
  /** The caller's span. Absent: the span within which this one is begun. */
  readonly parent?: TraceContext
}

/** A span while it runs. */
export interface RunningSpan {
  /** To hand on; absent where nothing is traced. */
  readonly context?: TraceContext
  /** Adds what became known meanwhile. */
  note(attributes: TelemetryAttributes): void
}

/** One value of a gauge. */
export interface GaugeValue {
  readonly value: number
  readonly attributes?: TelemetryAttributes
}

/**
 * Traces and figures. It watches, and changes nothing: no method throws, waits for a network or slows its caller, whatever
 * has become of those who are told.
 */
export interface Telemetry {
  /** Nobody is told anything: what would only be measured need not be. */
  readonly isOff?: true
  /**
   * Runs the work within a span; spans that are begun meanwhile, also asynchronously, lie in it. Its `outcome` is `ok`, or the
   * code of what is thrown, which passes through.
   * @param name one of few: an operation, a port and its method, a job
   */
  span<T>(name: string, options: SpanOptions, run: (span: RunningSpan) => Promise<T>): Promise<T>
  /** @param by 1 where absent */
  count(name: CounterName, attributes?: TelemetryAttributes, by?: number): void
  /** @param value in the unit of the measure */
  record(name: HistogramName, value: number, attributes?: TelemetryAttributes): void
  /** Has a gauge read whenever figures are wanted; one that fails is left out. Given again, it replaces the one before. */
  gauge(name: GaugeName, read: () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>): void
}
