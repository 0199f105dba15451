import { setImmediate as nextTurn } from 'node:timers/promises'

/** Rows that are read at once. */
export const rowsAtOnce = 256

/** Lets timers, other calls and a cancellation have their turn. @throws the signal's reason. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await nextTurn()
  signal.throwIfAborted()
}
