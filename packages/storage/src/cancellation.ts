import { ChanceryError } from '@chancery/core'

/** @throws the signal's own reason when that is a ChanceryError (a deadline), else `cancelled`. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (!signal.aborted) return
  const reason: unknown = signal.reason
  throw ChanceryError.is(reason) ? reason : new ChanceryError('cancelled', 'The call was cancelled.', { cause: reason })
}

/** The outcome of work that cannot itself be cancelled, unless the signal comes first: the work then goes on unseen. */
export async function untilCancelled<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const cancel = (): void => {
    try {
      throwIfCancelled(signal)
    } catch (error) {
      reject(error)
    }
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
