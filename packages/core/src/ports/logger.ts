/** From the least grave to the gravest. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error'

/** Structured lines. Fields never hold document text, personal data or keys: ids, sizes, counts, codes and durations. */
export interface Logger {
  log(level: LogLevel, event: string, fields?: Readonly<Record<string, string | number | boolean>>): void
}
