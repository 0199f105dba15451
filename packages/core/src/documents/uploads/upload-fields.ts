import * as z from 'zod'

/** Parts of one upload at the most; more would only be smaller. */
export const maxParts = 1000

/** The name of an upload is the caller's, so that a lost answer loses nothing. */
export const uploadName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Must be 1 to 64 of the letters A to Z, digits, "_" and "-".')
  .describe(
    'A name of your own, such as a UUID: what the parts of one document have in common. Uploads of other keys are not seen.',
  )

/** Of a part, from 1 on. */
export const partNumber = z.int().min(1).max(maxParts)

/** A part that is there. */
export const uploadedPart = z.object({
  part: partNumber,
  size: z.int().describe('Bytes.'),
})
