/** The guards at the doors: vetted documents come in, and only allowed addresses are reached. */
export { createDocumentGuard, type DocumentGuardSettings } from './guard/document-guard.ts'
export { defaultGuardLimits, type GuardLimits } from './guard/guard-limits.ts'
export { createRemoteDocuments, type RemoteDocumentsSettings } from './outbound/remote-documents.ts'
export { readAllowedHosts } from './outbound/allowed-hosts.ts'
