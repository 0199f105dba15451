import type { Context } from './context.ts'
import { ChanceryError, type Violation } from './errors.ts'
import type { Logger } from './ports/logger.ts'

/** Codes that end the whole call, not just one item of it. */
const fatal = new Set(['cancelled', 'deadline_exceeded', 'internal', 'provider_not_configured'])

/**
 * A failure of one item as data, so that one bad item never stops the rest. Pointers into one of the item's `own` fields
 * go below its `pointer`; others are about the call.
 * @param begun others of the call have taken effect already, so that it cannot fail as a whole: a fault of the service is
 *   the item's then
 * @throws what is no fault of the item: a cancelled call, a fault of the service.
 */
export function itemProblemOf(
  error: unknown,
  pointer: string,
  own: readonly string[],
  begun = false,
): { code: string; message: string; errors: readonly Violation[] } {
  if (begun && isFault(error)) return { code: 'internal', message: 'Something went wrong here.', errors: [] }
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

/** Whether it is a fault of the service itself. */
export const isFault = (error: unknown): boolean => !ChanceryError.is(error) || error.code === 'internal'

/** The call succeeds, so that its own line says nothing of it. */
export function logItemFault(logger: Logger, { requestId }: Pick<Context, 'requestId'>, error: unknown): void {
  logger.log('error', 'item-failed', { requestId, error: error instanceof Error ? error.name : typeof error })
}
