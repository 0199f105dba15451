import { ChanceryError } from './errors.ts'

/** What an aborted signal means: its own reason where that is a ChanceryError (a deadline), else `cancelled`. */
export const cancellation = ({ reason }: AbortSignal): ChanceryError =>
  ChanceryError.is(reason) ? reason : new ChanceryError('cancelled', 'The call was cancelled.', { cause: reason })

/** For adapters: before they begin, and between the steps of long work. @throws as `cancellation` says, once aborted. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancellation(signal)
}

/**
 * The outcome of work, unless the signal comes first. The work then goes on unseen, and nobody is told how it ends.
 * @param left is called then, for work that can be ended
 * @throws as `cancellation` says, once aborted, and what the work throws before that
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal, left?: () => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => {
      reject(cancellation(signal))
      left?.()
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
