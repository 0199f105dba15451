import { ChanceryError } from '../errors.ts'

/** What a failure is called in figures: one of few words, whatever its message says. */
export const outcomeOf = (error: unknown): string => (ChanceryError.is(error) ? error.code : 'internal')
