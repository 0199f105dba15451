import * as z from 'zod'

/** The version that must be there for a change to happen, as `version` of a stored document. */
export const ifVersion = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe('Only where this version is there; checked in one step with the change. Absent: whatever is there.')
