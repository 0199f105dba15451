import { randomUUID } from 'node:crypto'
import type { Clock, Ids } from '@chancery/core'

/**
 * Ids of 9 characters of time (ms, base 36) and 24 hexadecimal ones (at least 90 random bits): they sort by time and
 * cannot be guessed. The bits are those of a UUID, of which the platform keeps a store.
 */
export const createIds = (clock: Clock): Ids => ({
  next: () => clock.now().toString(36).padStart(9, '0') + randomUUID().replaceAll('-', '').slice(8),
})
