import type { Counter, Histogram, ObservableGauge } from '@opentelemetry/api'
import { type CounterName, type GaugeName, type GaugeValue, type HistogramName, measures } from '@chancery/core'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import type { Resource } from '@opentelemetry/resources'
import { MeterProvider, type ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { measureSender, type OtlpSettings } from './otlp.ts'
import { safeAttributes } from './safe-attributes.ts'

export interface MeterSettings {
  readonly otlp?: OtlpSettings
  readonly prometheus: boolean
  readonly unsent: (count: number) => void
}

/** Upper bounds of histograms, in s: calls take from a millisecond to a minute. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** What a gauge that asks somebody may take, in ms. */
const readMs = 1000

type ReadGauge = () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>

/** The figures, in one bookkeeping for whoever wants them: a collector, Prometheus, or both. */
export function openMeter(resource: Resource, { otlp, prometheus, unsent }: MeterSettings) {
  const scraped = prometheus ? new PrometheusExporter({ preventServerStart: true }) : undefined
  const provider = new MeterProvider({
    resource,
    readers: [
      ...(scraped === undefined ? [] : [scraped]),
      ...(otlp === undefined ? [] : [measureSender(otlp, unsent)]),
    ],
  })
  // Without the name of the scope on every line: there is one.
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true)
  const meter = provider.getMeter('chancery')
  const counters = new Map<CounterName, Counter>()
  const histograms = new Map<HistogramName, Histogram>()
  const gauges = new Map<GaugeName, { readonly made: ObservableGauge; read: ReadGauge }>()
  const optionsOf = (name: keyof typeof measures) => ({ unit: measures[name].unit, description: measures[name].about })

  return {
    counter(name: CounterName): Counter {
      let known = counters.get(name)
      if (known === undefined) counters.set(name, (known = meter.createCounter(name, optionsOf(name))))
      return known
    },
    histogram(name: HistogramName): Histogram {
      let known = histograms.get(name)
      if (known === undefined) {
        const advice = { explicitBucketBoundaries: bounds }
        histograms.set(name, (known = meter.createHistogram(name, { ...optionsOf(name), advice })))
      }
      return known
    },
    gauge(name: GaugeName, read: ReadGauge): void {
      const known = gauges.get(name)
      if (known !== undefined) return void (known.read = read)
      const own = { made: meter.createObservableGauge(name, optionsOf(name)), read }
      gauges.set(name, own)
      own.made.addCallback(async (result) => {
        for (const { value, attributes } of await valuesOf(own.read)) result.observe(value, safeAttributes(attributes))
      })
    },
    /** @returns nothing where Prometheus is not wanted */
    async prometheus(): Promise<string> {
      if (scraped === undefined) return ''
      const { resourceMetrics } = await scraped.collect()
      return serializer.serialize(inPrometheusUnits(resourceMetrics))
    },
    close: (): Promise<void> => provider.shutdown(),
  }
}

/** What Prometheus wants at the end of a name, which the exporter leaves out. */
const endings: Readonly<Record<string, string>> = { s: '.seconds', By: '.bytes' }

const inPrometheusUnits = ({ resource, scopeMetrics }: ResourceMetrics): ResourceMetrics => ({
  resource,
  scopeMetrics: scopeMetrics.map(({ scope, metrics }) => ({
    scope,
    metrics: metrics.map((metric) => {
      const { name, unit } = metric.descriptor
      return { ...metric, descriptor: { ...metric.descriptor, name: `${name}${endings[unit] ?? ''}`, unit: '' } }
    }),
  })),
})

/** None where it fails, or takes too long. */
async function valuesOf(read: ReadGauge): Promise<readonly GaugeValue[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<readonly GaugeValue[]>((resolve) => {
    timer = setTimeout(() => resolve([]), readMs)
  })
  try {
    return await Promise.race([read(), late])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}
