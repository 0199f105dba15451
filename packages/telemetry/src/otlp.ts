import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPMetricExporter as ProtobufMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace'

/** A collector that takes OTLP over HTTP. */
export interface OtlpSettings {
  /** `http://127.0.0.1:4318`; `/v1/traces` and `/v1/metrics` are put behind it. */
  readonly endpoint: string
  readonly protocol?: 'http/protobuf' | 'http/json'
  /** Secret, where they hold a token. */
  readonly headers?: Readonly<Record<string, string>>
  /** For one batch, in ms. Default 10,000. */
  readonly timeoutMs?: number
  /** Between two batches of figures, in ms. Default 60,000. */
  readonly intervalMs?: number
  /** Between two batches of spans, in ms. Default 5000. */
  readonly delayMs?: number
}

const maxQueueSize = 2048
/** Batches on their way at once: a collector that hangs holds no more than these. */
const concurrencyLimit = 2

const configOf = ({ endpoint, headers = {}, timeoutMs = 10_000 }: OtlpSettings, path: string) => ({
  url: `${endpoint.replace(/\/+$/, '')}${path}`,
  headers: { ...headers },
  timeoutMillis: timeoutMs,
  concurrencyLimit,
})

/** Sends spans in batches, from a bounded queue. @param unsent told of how many spans could not be sent */
export function spanSender(settings: OtlpSettings, unsent: (count: number) => void): BatchSpanProcessor {
  const config = configOf(settings, '/v1/traces')
  const sender = settings.protocol === 'http/json' ? new JsonTraceExporter(config) : new ProtobufTraceExporter(config)
  const exporter: SpanExporter = {
    export: (spans, done) =>
      sender.export(spans, (result) => {
        if (result.code !== 0) unsent(spans.length)
        done(result)
      }),
    forceFlush: () => sender.forceFlush(),
    shutdown: () => sender.shutdown(),
  }
  return new BatchSpanProcessor({
    exporter,
    maxQueueSize,
    scheduledDelayMillis: settings.delayMs ?? 5000,
    exportTimeoutMillis: config.timeoutMillis,
  })
}

/** Sends all figures from time to time. @param unsent told of each time that did not work */
export function measureSender(settings: OtlpSettings, unsent: (count: number) => void): PeriodicExportingMetricReader {
  const config = configOf(settings, '/v1/metrics')
  const sender = settings.protocol === 'http/json' ? new JsonMetricExporter(config) : new ProtobufMetricExporter(config)
  const exporter: PushMetricExporter = {
    export: (figures, done) =>
      sender.export(figures, (result) => {
        if (result.code !== 0) unsent(1)
        done(result)
      }),
    forceFlush: () => sender.forceFlush(),
    shutdown: () => sender.shutdown(),
    selectAggregation: (type) => sender.selectAggregation(type),
    selectAggregationTemporality: (type) => sender.selectAggregationTemporality(type),
  }
  const interval = settings.intervalMs ?? 60_000
  return new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: interval,
    exportTimeoutMillis: Math.min(config.timeoutMillis, interval),
  })
}
