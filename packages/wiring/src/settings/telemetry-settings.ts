import * as z from 'zod'
import { count, httpAddress } from './setting-values.ts'
import { samplers } from './trace-samplers.ts'

/** As OpenTelemetry has lists in its settings: values are percent-encoded. */
const pairs = z.string().transform((text, context) => {
  const found: Record<string, string> = {}
  for (const item of text.split(',').filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(item) ?? []
    try {
      if (name === '') throw new TypeError()
      found[name] = decodeURIComponent(value)
    } catch {
      // Not the item itself: it may hold a token.
      context.issues.push({ code: 'custom', input: '', message: 'Must be name=value,… with % encoded as %25.' })
      return z.NEVER
    }
  }
  return found
})

/** Where traces and figures go, by the names that OpenTelemetry has for it; part of the configuration. */
export const telemetrySettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress
    .optional()
    .describe(
      'Collector that takes traces and figures by OTLP over HTTP: http://127.0.0.1:4318. Absent: nothing is sent.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], { error: 'Must be http/protobuf or http/json: gRPC is not spoken here.' })
    .default('http/protobuf')
    .describe('How they are written.'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .optional()
    .describe('Headers of each batch, as name=value,…: a secret where they hold a token.'),
  OTEL_EXPORTER_OTLP_TIMEOUT: count(100, 600_000).default(10_000).describe('Time for one batch, in ms.'),
  OTEL_METRIC_EXPORT_INTERVAL: count(1000, 3_600_000)
    .default(60_000)
    .describe('Between two batches of figures, in ms.'),
  OTEL_SERVICE_NAME: z.string().min(1).default('chancery').describe('What traces and figures are told of.'),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .optional()
    .describe('Further facts of the deployment, as name=value,…: deployment.environment.name=dev.'),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers)
    .default('parentbased_always_on')
    .describe('Which traces are kept; parentbased_…: those that the caller keeps, and else as it says.'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'Must be a number from 0 to 1.')
    .transform(Number)
    .optional()
    .describe('Of the samplers by ratio: 0 to 1.'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').describe('`true`: nothing is sent, whatever is set.'),
}
