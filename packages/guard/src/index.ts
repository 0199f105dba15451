export { createDocumentGuard, type DocumentGuardSettings } from './document-guard.ts'
export { defaultGuardLimits, type GuardLimits } from './guard-limits.ts'
