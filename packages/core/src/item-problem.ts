import { ChanceryError, type Violation } from './errors.ts'

/** Codes that end the whole call, not just one item of it. */
const fatal = new Set(['cancelled', 'deadline_exceeded', 'internal', 'provider_not_configured'])

/**
 * A failure of one item as data, so that one bad item never stops the rest. Pointers into one of the item's `own` fields
 * go below its `pointer`; others are about the call.
 * @throws what is no fault of the item: a cancelled call, a fault of the service.
 */
export function itemProblemOf(
  error: unknown,
  pointer: string,
  own: readonly string[],
): { code: string; message: string; errors: readonly Violation[] } {
  if (!ChanceryError.is(error) || fatal.has(error.code)) throw error
  return {
    code: error.code,
    message: error.message,
    errors: error.violations.map((violation) =>
      own.includes(violation.pointer.split('/')[1] ?? '')
        ? { ...violation, pointer: `${pointer}${violation.pointer}` }
        : violation,
    ),
  }
}
