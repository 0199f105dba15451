export { createDocumentGuard, type DocumentGuardSettings } from './document-guard.ts'
export { defaultGuardLimits, type GuardLimits } from './guard-limits.ts'
export { rememberingGuard } from './remembering-guard.ts'
