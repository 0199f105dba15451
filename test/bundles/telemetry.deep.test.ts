import { telemetryOf } from './telemetry.ts'

telemetryOf('functions')
