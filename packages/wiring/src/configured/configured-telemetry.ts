import {
  ChanceryError,
  type GaugeName,
  type GaugeValue,
  type Logger,
  optionalPackage,
  type Telemetry,
} from '@chancery/core'
import { noTelemetry } from '@chancery/platform'
import type { OpenTelemetry } from '@chancery/telemetry'
import type { Configuration } from '../settings/configuration.ts'
import { version } from '../version.ts'

/** Telemetry, and what only whoever runs the service needs of it. */
export interface ConfiguredTelemetry extends Telemetry {
  /** Resolves when it is there; what happens before is not told. @throws `unsupported_option` where its library is not installed */
  ready(): Promise<void>
  /** In Prometheus' text format. */
  prometheus(): Promise<string>
  /** Sends what waits, within two seconds. */
  close(): Promise<void>
}

const library = '@chancery/telemetry'

/** Between two lines that say that nothing could be sent, in ms. */
const silenceMs = 60_000

type ReadGauge = () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>

/** Nothing is loaded where nothing is configured. */
export function configuredTelemetry(configuration: Configuration, logger: Logger): ConfiguredTelemetry {
  const sends = configuration.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && configuration.OTEL_SDK_DISABLED === 'false'
  if (!sends && configuration.CHANCERY_METRICS_PORT === undefined) {
    return { ...noTelemetry, ready: async () => undefined, prometheus: async () => '', close: async () => undefined }
  }
  const gauges = new Map<GaugeName, ReadGauge>()
  let opened: OpenTelemetry | undefined
  let closed = false
  let lack: ChanceryError | undefined
  const opening = optionalPackage(library, 'To tell of traces and figures', () => import('@chancery/telemetry')).then(
    async ({ createOpenTelemetry }) => {
      const made = createOpenTelemetry(settingsOf(configuration, sends, logger))
      for (const [name, read] of gauges) made.gauge(name, read)
      if (closed) await made.close()
      else opened = made
    },
    (error: unknown) => {
      lack = ChanceryError.is(error)
        ? error
        : new ChanceryError('internal', `${library} cannot be loaded.`, { cause: error })
    },
  )
  return {
    span: (name, options, run) => (opened ?? noTelemetry).span(name, options, run),
    count: (...told) => opened?.count(...told),
    record: (...told) => opened?.record(...told),
    gauge(name, read) {
      gauges.set(name, read)
      opened?.gauge(name, read)
    },
    async ready() {
      await opening
      if (lack !== undefined) throw lack
    },
    async prometheus() {
      await opening
      return (await opened?.prometheus()) ?? ''
    },
    async close() {
      closed = true
      await opening
      await opened?.close()
    },
  }
}

function settingsOf(configuration: Configuration, sends: boolean, logger: Logger) {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = configuration
  const ratio = configuration.OTEL_TRACES_SAMPLER_ARG
  return {
    serviceName: configuration.OTEL_SERVICE_NAME,
    serviceVersion: version,
    resource: configuration.OTEL_RESOURCE_ATTRIBUTES ?? {},
    prometheus: configuration.CHANCERY_METRICS_PORT !== undefined,
    sampling: { sampler: configuration.OTEL_TRACES_SAMPLER, ...(ratio === undefined ? {} : { ratio }) },
    unsent: unsentLines(logger),
    ...(sends && endpoint !== undefined
      ? {
          otlp: {
            endpoint,
            protocol: configuration.OTEL_EXPORTER_OTLP_PROTOCOL,
            timeoutMs: configuration.OTEL_EXPORTER_OTLP_TIMEOUT,
            intervalMs: configuration.OTEL_METRIC_EXPORT_INTERVAL,
            ...(headers === undefined ? {} : { headers }),
          },
        }
      : {}),
  }
}

/** One line a minute, with how much it was since the last. */
function unsentLines(logger: Logger): (what: 'spans' | 'measures', count: number) => void {
  const lost = { spans: 0, measures: 0 }
  let silentUntil = 0
  return (what, count) => {
    lost[what] += count
    if (performance.now() < silentUntil) return
    silentUntil = performance.now() + silenceMs
    logger.log('warning', 'telemetry-unsent', lost)
    lost.spans = 0
    lost.measures = 0
  }
}
