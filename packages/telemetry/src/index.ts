export { createMemoryTelemetry, type MemoryTelemetry } from './memory-telemetry.ts'
export { createOpenTelemetry, type OpenTelemetry, type OpenTelemetrySettings } from './open-telemetry.ts'
