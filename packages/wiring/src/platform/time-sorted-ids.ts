import { randomBytes } from 'node:crypto'
import type { Clock, Ids } from '@chancery/core'

/** Ids of 9 characters of time (ms, base 36) and 16 random ones (80 bits): they sort by time and cannot be guessed. */
export const createIds = (clock: Clock): Ids => ({
  next() {
    const random = [...randomBytes(16)].map((byte) => (byte & 31).toString(32)).join('')
    return clock.now().toString(36).padStart(9, '0') + random
  },
})
