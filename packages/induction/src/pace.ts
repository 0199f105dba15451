import { nextTurn, throwIfCancelled } from '@chancery/core'

/** Keeps long work answerable: counts it, and now and then lets others run and looks whether it is still wanted. */
export interface Pace {
  spend(work: number): void
  /** Call between steps; waits for a turn of the event loop once enough work was done since the last. */
  breathe(): Promise<void>
}

/** @throws `cancelled` once the signal is aborted. */
export const assertWanted = (signal: AbortSignal): void => {
  throwIfCancelled(signal)
}

const workBetweenBreaths = 400_000

export const createPace = (signal: AbortSignal): Pace => {
  let work = 0
  return {
    spend: (amount) => {
      work += amount
    },
    breathe: async () => {
      if (work < workBetweenBreaths) return
      work = 0
      await nextTurn(signal)
    },
  }
}
