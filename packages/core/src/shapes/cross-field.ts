import type { z } from 'zod'

/**
 * For checks that look at several fields: they run also where single fields have faults, so that one answer tells
 * everything. zod by itself leaves them out then.
 */
export const crossField = {
  when: ({ value }: z.core.ParsePayload): boolean => typeof value === 'object' && value !== null,
}
