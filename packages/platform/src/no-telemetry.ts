import type { Telemetry } from '@chancery/core'

/** Nothing is measured; the work just runs. */
export const noTelemetry: Telemetry = { span: (_name, _attributes, run) => run() }
