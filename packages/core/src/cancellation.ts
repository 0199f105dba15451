import { ChanceryError } from './errors.ts'

/** What an aborted signal means: its own reason where that is a ChanceryError (a deadline), else `cancelled`. */
export const cancellation = ({ reason }: AbortSignal): ChanceryError =>
  ChanceryError.is(reason) ? reason : new ChanceryError('cancelled', 'The call was cancelled.', { cause: reason })

/** For adapters: before they begin, and between the steps of long work. @throws as `cancellation` says, once aborted. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancellation(signal)
}
