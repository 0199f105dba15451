import { ChanceryError } from './errors.ts'

/** @returns a `payload_too_large` for a list with more items than allowed. */
export const tooMany = (pointer: string, limit: number, actual: number): ChanceryError =>
  new ChanceryError('payload_too_large', 'There are more items than one call may have.', {
    violations: [{ pointer, code: 'too_many', message: `At most ${limit}.`, hint: 'Split the call.' }],
    details: { limit, actual },
  })
