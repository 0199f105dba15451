import type { Candidate } from '../candidate.ts'

/** One value that a field could have. `score`: 0 to 1, by label, place, type and the value's own certainty. */
export interface Option {
  readonly value: Candidate
  readonly score: number
  readonly method: string
}
