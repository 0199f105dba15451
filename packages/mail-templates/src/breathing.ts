import { setImmediate as nextTurn } from 'node:timers/promises'

const heldMs = 10

/** Gives timers and other calls their turn, where the last one is some time ago. */
export function createBreathing(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < heldMs) return
    await nextTurn()
    last = performance.now()
  }
}
