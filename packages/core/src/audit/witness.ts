import type { AuditSubject } from '../ports/audit-log.ts'

/** Sees what a call reads and changes. */
export interface Witness {
  /** Before an effect. @throws where it cannot be recorded: then it must not happen */
  beforeChange(subject: AuditSubject): Promise<void>
  /** After something was read or listed. */
  saw(subject: AuditSubject): void
}
