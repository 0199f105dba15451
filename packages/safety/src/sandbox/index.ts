/** A pool of confined child processes: the parent's side, and the children's. */
export { createSandbox, type Sandbox, type SandboxSettings } from './sandbox.ts'
export type { Service } from './confined-process.ts'
export { defaultSandboxLimits, type SandboxLimits } from './limits.ts'
export { type JobTools, serveJobs } from './serve-jobs.ts'
export { errorOf, failureOf, type Outcome } from './messages.ts'
