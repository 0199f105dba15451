import type { ProblemCodeName } from '../problem-codes.ts'

/** What any work with a store can answer with. */
export const storeAccessProblems = [
  'provider_not_configured',
  'provider_failed',
  'provider_unavailable',
  'provider_timeout',
] as const satisfies readonly ProblemCodeName[]

/** What fetching a document from its source can answer with. */
export const fetchProblems = [
  'document_not_found',
  'url_not_allowed',
  ...storeAccessProblems,
] as const satisfies readonly ProblemCodeName[]

/** What opening a document for reading can answer with. */
export const openProblems = [
  ...fetchProblems,
  'unsupported_document',
  'document_corrupt',
  'document_encrypted',
] as const satisfies readonly ProblemCodeName[]

/** What storing a produced document can answer with. */
export const storeProblems = [
  'document_exists',
  'write_conflict',
  'unsupported_option',
] as const satisfies readonly ProblemCodeName[]
