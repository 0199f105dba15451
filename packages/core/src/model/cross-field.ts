import * as z from 'zod'

/**
 * For checks that look at several fields: they run also where single fields have faults, so that one answer tells
 * everything. zod by itself leaves them out then.
 */
export const crossField = {
  when: ({ value }: z.core.ParsePayload): boolean => typeof value === 'object' && value !== null,
}

/** A check of several fields that may report several faults; zod offers `when` for those under this name only. */
export const crossFieldCheck = (check: z.core.CheckFn<object>): z.core.$ZodCheck<object> =>
  // oxlint-disable-next-line no-underscore-dangle -- zod's own name for it.
  z.core._check(check, crossField)
