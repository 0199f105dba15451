import { ChanceryError } from '@chancery/core'

/** @throws the signal's own reason when that is a ChanceryError (a deadline), else `cancelled`. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (!signal.aborted) return
  const reason: unknown = signal.reason
  throw ChanceryError.is(reason) ? reason : new ChanceryError('cancelled', 'The call was cancelled.', { cause: reason })
}
