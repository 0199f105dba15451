import type { Auditing, IdempotencyStore, Operation, Ports } from '@chancery/core'
import type { Admission } from '../admission/index.ts'
import type { Authenticate } from '../access/authenticate.ts'
import type { BackgroundSettings } from '../background/background-settings.ts'
import type { Call } from '../call-log.ts'
import type { Deadline } from './deadline.ts'
import type { CountCall } from '../access/rate-limit.ts'
import type { HttpLimits } from '../settings.ts'

/** What every call stands on. */
export interface CallServices {
  readonly ports: Ports
  readonly authenticate: Authenticate
  readonly countCall: CountCall
  readonly admission: Admission
  readonly idempotency: IdempotencyStore
  readonly limits: HttpLimits
  /** The deadlines of the calls that run; a shutdown stops them. */
  readonly running: Set<Deadline>
  readonly draining: () => boolean
  readonly checkOutputs: boolean
  /** Absent: every call is answered while its caller waits. */
  readonly background?: BackgroundSettings
  /** Absent: nothing is put on record. */
  readonly auditing: Auditing | undefined
}

/** One HTTP request to one operation. */
export interface OperationRequest {
  readonly operation: Operation
  readonly request: Request
  /** What the server hands on beside the request, as `bodySourceOf` takes it. */
  readonly bindings?: unknown
  readonly address: string | undefined
  readonly call: Call
}
