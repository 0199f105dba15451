/** From the least grave to the gravest. */
export type LogLevel = 'debug' | 'info' | 'warning' | 'error'

export type LogFields = Readonly<Record<string, string | number | boolean>>

/** Structured lines. Fields never hold document text, personal data or keys: ids, sizes, counts, codes and durations. */
export interface Logger {
  log(level: LogLevel, event: string, fields?: LogFields): void
  /**
   * Runs the work; every line that is logged meanwhile, by it or by what it began, has these fields before its own: the id of
   * the request ties all lines of one call together. Where calls of this lie in one another, the fields add up.
   */
  within<T>(fields: LogFields, run: () => T): T
}
