import { type Context, spaceOf } from '../context.ts'
import { ChanceryError } from '../errors.ts'
import type { AuditEntry, AuditLog, AuditSubject } from '../ports/audit-log.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Telemetry } from '../ports/telemetry.ts'
import { outcomeOf } from '../telemetry/outcome-of.ts'
import type { Witness } from './witness.ts'

/** The audit log, and what recording needs besides. */
export interface Auditing {
  readonly log: AuditLog
  /** How a path or id is written down: as it is, or as a digest. */
  nameOf(subject: AuditSubject, space: string): string
  readonly clock: Clock
  readonly logger: Logger
  readonly telemetry: Telemetry
}

/** One call on the record. */
export interface AuditedCall {
  readonly witness: Witness
  /** Has it on record that the call begins, where it is not yet. @throws `provider_unavailable` */
  begin(): Promise<void>
  /**
   * Records what the call came to and what it saw and changed; to be called before the answer is sent.
   * @throws `provider_unavailable` where it cannot be recorded and nothing was done; what was done is on record as begun, and
   *   is answered
   */
  end(outcome: string): Promise<void>
}

/** Subjects of one entry: a line stays of a size that can be read. */
const mostSubjects = 500

/** @param operation its name */
export function auditCall(
  auditing: Auditing,
  operation: string,
  { principal, requestId }: Pick<Context, 'principal' | 'requestId'>,
): AuditedCall {
  const { log, nameOf, clock, logger, telemetry } = auditing
  const space = spaceOf(principal)
  const { id: key, caller } = principal
  /** Not on record yet; the same again counts once. */
  let subjects = new Map<string, AuditSubject>()
  let beginning: Promise<void> | undefined

  async function append(phase: AuditEntry['phase'], some: readonly AuditSubject[], outcome?: string): Promise<void> {
    const at = new Date(clock.now()).toISOString()
    const entry = { at, phase, requestId, key, space, operation, subjects: some }
    try {
      await log.append({
        ...entry,
        ...(caller === undefined ? {} : { caller }),
        ...(outcome === undefined ? {} : { outcome }),
      })
      telemetry.count('chancery.audit.entries', { outcome: 'ok' })
    } catch (cause) {
      telemetry.count('chancery.audit.entries', { outcome: outcomeOf(cause) })
      logger.log('error', 'audit-unavailable', { requestId, phase, code: outcomeOf(cause) })
      throw new ChanceryError('provider_unavailable', 'The call cannot be recorded in the audit log.', {
        details: { provider: 'audit' },
        retryAfterMs: 1000,
        cause,
      })
    }
  }

  function note(subject: AuditSubject): void {
    const named = { ...subject, id: subject.id === '' && subject.kind !== 'folder' ? '' : nameOf(subject, space) }
    subjects.set(JSON.stringify(named), named)
  }

  /** What was seen so far; of that, the last entry of a call has what fits. */
  function taken(): AuditSubject[][] {
    const all = [...subjects.values()]
    subjects = new Map()
    const groups: AuditSubject[][] = []
    for (let from = 0; from < all.length; from += mostSubjects) groups.push(all.slice(from, from + mostSubjects))
    return groups
  }

  async function begin(): Promise<void> {
    beginning ??= append('began', [...subjects.values()].slice(0, mostSubjects))
    try {
      await beginning
    } catch (error) {
      // The next effect tries again.
      beginning = undefined
      throw error
    }
  }

  return {
    witness: {
      async beforeChange(subject) {
        if (subject.id !== '') note(subject)
        await begin()
      },
      saw: note,
    },
    begin,
    async end(outcome) {
      const groups = taken()
      const last = groups.pop() ?? []
      try {
        for (const group of groups) await append('went-on', group)
        await append('ended', last, outcome)
      } catch (error) {
        if (beginning === undefined) throw error
      }
    },
  }
}

/**
 * Runs a call on the record: nothing is changed that is not on record as begun, and nothing is answered that is not on record.
 * @param auditing absent: the call just runs
 * @param told what a result is called, where not `ok`
 * @throws what the call throws; `provider_unavailable` where it cannot be recorded
 */
export async function audited<T>(
  auditing: Auditing | undefined,
  operation: string,
  context: Context,
  run: (context: Context) => Promise<T>,
  told: (result: T) => string = () => 'ok',
): Promise<T> {
  if (auditing === undefined) return run(context)
  const call = auditCall(auditing, operation, context)
  let result: T
  try {
    result = await run({ ...context, witness: call.witness })
  } catch (error) {
    await call.end(outcomeOf(error))
    throw error
  }
  await call.end(told(result))
  return result
}
