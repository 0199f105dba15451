import type { Clock, Operation } from '@chancery/core'
import type { Admission, AdmittedCall } from '../admission/index.ts'
import { declaredLength } from '../body/body-bytes.ts'
import { startDeadline, type Deadline } from './deadline.ts'
import type { HttpLimits } from '../settings.ts'

/** What a call holds while it lasts: its part of what the service can do at once, and its time. */
export interface Place {
  readonly admitted: AdmittedCall
  readonly deadline: Deadline
  /** @param stopped its work had to be stopped, being too much */
  giveBack(stopped?: boolean): void
}

interface Places {
  readonly admission: Admission
  readonly limits: HttpLimits
  readonly ports: { readonly clock: Clock }
  /** The deadlines of the calls that run. */
  readonly running: Set<Deadline>
}

/** Before its body is read. @throws `rate_limited`, `overloaded`, `payload_too_large` */
export function takePlace(
  { admission, limits, ports, running }: Places,
  operation: Operation,
  request: Request,
  key: string,
): Place {
  const bodyBytes = declaredLength(request, limits.bodyBytes) ?? 0
  const admitted = admission.admit({ key, cost: operation.cost, bodyBytes })
  const isRepeatable = !operation.effect || request.headers.has('idempotency-key')
  const deadline = startDeadline(request.signal, ports.clock.now(), limits.deadlineMs, isRepeatable)
  running.add(deadline)
  return {
    admitted,
    deadline,
    giveBack(stopped = false) {
      running.delete(deadline)
      deadline.clear()
      admitted.release(stopped)
    },
  }
}
