import { ChanceryError, type Violation } from '../errors.ts'

/** The same error with each of its texts that a caller may see mapped; the very same one where none changes. */
export function textsOf(error: ChanceryError, map: (text: string) => string): ChanceryError {
  let changes = false
  const mapped = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const text = map(value)
      changes ||= text !== value
      return text
    }
    if (Array.isArray(value)) return value.map(mapped)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapped(each)]))
  }
  const message = map(error.message)
  changes ||= message !== error.message
  const violations = mapped(error.violations) as readonly Violation[]
  const details = mapped(error.details) as Readonly<Record<string, unknown>>
  if (!changes) return error
  return new ChanceryError(error.code, message, {
    violations,
    details,
    retryable: error.retryable,
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    cause: error,
  })
}
