import { ChanceryError, errorAt } from '../../errors.ts'

/** What a source says of its document without a place is about the document. */
export const atDocument = (error: unknown): unknown =>
  ChanceryError.is(error) && error.violations.length === 0 ? errorAt('/source/document', error) : error
