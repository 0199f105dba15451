import type { Sandbox } from '../pool/sandbox.ts'
import type { ReadingSettings } from '../jobs/payloads.ts'

/** Where jobs run: in a pool of children, or in this process. */
export type JobRunner = Pick<Sandbox, 'run'>

export interface JobSettings extends ReadingSettings {
  /** The deadline of an operation, in ms: no job gets more time on a processor. */
  readonly maxMs: number
}
