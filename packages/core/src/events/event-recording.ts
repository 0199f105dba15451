import type { JsonObject } from '../json.ts'
import type { CallOutcome } from '../ports/call-register.ts'
import type { ImportCounts } from '../ports/client-directory.ts'
import type { Clock } from '../ports/clock.ts'
import type { OpenOutcome } from '../ports/email-ledger.ts'
import type { Receipt } from '../ports/email-transport.ts'
import type { Ids } from '../ports/ids.ts'
import { spaceOf } from '../context.ts'
import { ownFolders } from '../model/own-folders.ts'
import { splitAtSpace } from '../spaces/space-of-id.ts'
import type { EventType, ServiceEvent } from '../model/service-event.ts'

/**
 * What those who keep state write down beside an effect, in its transaction. Absent: nobody is told of anything, and nothing
 * is written.
 */
export interface EventRecording {
  /** Ids of those who are told: a row for each. */
  readonly endpoints: readonly string[]
  /** @param id as the ledger has it: with its space */
  emailSettled(id: string, outcome: Receipt | OpenOutcome): ServiceEvent
  /** It surely was not sent, and may be by a repetition. @param code what it failed with */
  emailReleased(id: string, code: string): ServiceEvent
  operationEnded(outcome: CallOutcome): ServiceEvent
  clientsImported(space: string, counts: ImportCounts): ServiceEvent
  /** @param path as the store has it: with the folder of its space */
  documentStored(provider: string, path: string): ServiceEvent
  templateGenerated(space: string, kind: 'document' | 'email'): ServiceEvent
}

export interface RecordingSettings {
  readonly endpoints: readonly string[]
  readonly ids: Ids
  readonly clock: Clock
  /** How the path of a document is told: as it is, or as a digest. Absent: as it is. */
  readonly pathName?: (path: string, space: string) => string
}

/** Makes events, with the time and an id of their own. */
export function createEventRecording({ endpoints, ids, clock, pathName }: RecordingSettings): EventRecording {
  const event = (type: EventType, space: string, data: JsonObject): ServiceEvent => ({
    id: `evt_${ids.next()}`,
    type,
    at: clock.now(),
    // The common space has no name.
    data: space === '' ? data : { ...data, space },
  })
  const emailEvent = (type: EventType, id: string, data: JsonObject): ServiceEvent => {
    const [space, own] = splitAtSpace(id)
    return event(type, space, { id: own, ...data })
  }
  return {
    endpoints,
    emailSettled(id, outcome) {
      const { status } = outcome
      if ('code' in outcome) {
        const type = outcome.status === 'unknown' ? 'email.unknown' : 'email.failed'
        return emailEvent(type, id, { status, code: outcome.code })
      }
      const { accepted, rejected, provider } = outcome
      const told = { status, accepted: accepted.length, rejected: rejected.length }
      return emailEvent('email.sent', id, provider === undefined ? told : { ...told, provider })
    },
    emailReleased: (id, code) => emailEvent('email.failed', id, { status: 'failed', code }),
    operationEnded: ({ call: { id, operation, principal, createdAt }, code }) => ({
      ...event('operation.completed', spaceOf(principal), {
        id,
        operation,
        outcome: code === undefined ? 'succeeded' : 'failed',
        ...(code === undefined ? {} : { code }),
      }),
      // A call ends once: whoever ends it again, since the answer of the database was lost, tells the same.
      id: `evt_${id}_${createdAt.toString(36)}`,
    }),
    clientsImported: (space, counts) => event('clients.imported', space, { ...counts }),
    documentStored(provider, stored) {
      const [space, path] = splitAtFolder(stored)
      return event('document.stored', space, { provider, path: pathName?.(path, space) ?? path })
    },
    templateGenerated: (space, kind) => event('template.generated', space, { kind }),
  }
}

function splitAtFolder(path: string): readonly [space: string, own: string] {
  const prefix = `${ownFolders.spaces}/`
  return path.startsWith(prefix) ? splitAtSpace(path.slice(prefix.length)) : ['', path]
}
