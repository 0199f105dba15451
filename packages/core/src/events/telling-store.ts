import { ownFolderOf, ownFolders } from '../model/own-folders.ts'
import { ChanceryError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { DocumentStore } from '../ports/document-store.ts'
import type { EventOutbox } from '../ports/event-outbox.ts'
import type { Logger } from '../ports/logger.ts'
import type { EventRecording } from './event-recording.ts'

export interface TellingSettings {
  readonly outbox: EventOutbox
  readonly recording: EventRecording
  readonly clock: Clock
  readonly logger: Logger
  /** The longest that a call may take, in ms: what is not confirmed by then is looked up. */
  readonly holdMs: number
}

/**
 * A store whose documents are told of. A store is no part of any transaction of ours, so the event is written first and held,
 * and told when the document is there. What a crash leaves in between is settled by a look at the store.
 */
export function tellingStore(store: DocumentStore, settings: TellingSettings): DocumentStore {
  const { outbox, recording, clock, logger, holdMs } = settings
  const confirm = async (id: string, happened: boolean): Promise<void> => {
    try {
      await outbox.confirm(id, happened)
    } catch {
      // The document is stored, or is not, whatever becomes of this: its hold ends.
      logger.log('warning', 'event-unconfirmed', { event: id })
    }
  }
  return new Proxy(store, {
    get(target, name) {
      if (name !== 'put') {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return async (...[request, options]: Parameters<DocumentStore['put']>) => {
        const { path, sha256 } = request
        const own = ownFolderOf(path)
        // What the service keeps for itself is no caller's document.
        if (own !== undefined && own !== ownFolders.spaces) return target.put(request, options)
        const event = recording.documentStored(target.id, path)
        const until = clock.now() + holdMs
        await outbox.add(event, { until, provider: target.id, path, ...(sha256 === undefined ? {} : { sha256 }) })
        try {
          const stored = await target.put(request, options)
          await confirm(event.id, true)
          return stored
        } catch (error) {
          if (surelyNotStored(error)) await confirm(event.id, false)
          throw error
        }
      }
    },
  })
}

/** A refusal; any other failure may have come after the write. */
const surelyNotStored = (error: unknown): boolean =>
  ChanceryError.is(error) && ['conflict', 'invalid-input', 'too-large', 'unsupported-type'].includes(error.kind)
