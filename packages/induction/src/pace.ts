import { nextTurn, throwIfCancelled } from '@chancery/core'

/**
 * Keeps long work answerable: counts it, so that all of one call has a bound, and now and then lets others run and looks
 * whether it is still wanted. The unit of work is a cell of a table in which two texts are laid over each other, word by word.
 */
export interface Pace {
  spend(work: number): void
  /** What may still be spent; 0 or less: nothing that can be left out is begun. */
  left(): number
  /** Notes that something was not compared, and whether that was so. */
  leave(): void
  hasLeft(): boolean
  /** Call between steps; waits for a turn of the event loop once enough work was done since the last. */
  breathe(): Promise<void>
}

/** @throws `cancelled` once the signal is aborted. */
export const assertWanted = (signal: AbortSignal): void => {
  throwIfCancelled(signal)
}

const workBetweenBreaths = 400_000

/** Of one call: a hundred times what a long contract takes, and some two seconds of a processor. */
export const mostWork = 40_000_000

export const createPace = (signal: AbortSignal, most = mostWork): Pace => {
  let work = 0
  let left = most
  let isCut = false
  return {
    spend: (amount) => {
      work += amount
      left -= amount
    },
    left: () => left,
    leave: () => {
      isCut = true
    },
    hasLeft: () => isCut,
    breathe: async () => {
      if (work < workBetweenBreaths) return
      work = 0
      await nextTurn(signal)
    },
  }
}

/** One comparison may take so much of what is left, so that something is left for all that come after it. */
const shareOfOne = 1 / 5

/** Bounds of one table, each of whose cells costs so much. */
export const withinBounds = (pace: Pace, cost: number): { afford(cells: number): boolean; leave(): void } => ({
  afford: (cells) => {
    if (cells * cost > pace.left() * shareOfOne) return false
    pace.spend(cells * cost)
    return true
  },
  leave: pace.leave,
})
