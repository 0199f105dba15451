import type { Clock } from '@chancery/core'

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() }
