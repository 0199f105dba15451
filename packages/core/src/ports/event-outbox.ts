import type { EventType, ServiceEvent } from '../model/service-event.ts'

/**
 * Of an event that is written before its effect, which is elsewhere: it is told when the effect is confirmed. Where nobody
 * confirms it in time, since the process died, whether it happened is looked up.
 */
export interface EventHold {
  /** Milliseconds since the epoch by which the effect has happened, or never will. */
  readonly until: number
  /** Of the document that is being stored. */
  readonly provider: string
  readonly path: string
  /** Of its bytes; absent: not known. */
  readonly sha256?: string
}

/** Keeps what is to be told, durably, until it was. */
export interface EventOutbox {
  readonly id: string
  /** Keeps an event of an effect that is not kept here, for everybody who is told. The same event again changes nothing. */
  add(event: ServiceEvent, hold?: EventHold): Promise<void>
  /** Ends the hold of an event. @param happened `false`: there is nothing to tell */
  confirm(id: string, happened: boolean): Promise<void>
}

/** One event on its way to one endpoint. */
export interface EventDelivery {
  readonly id: string
  readonly endpoint: string
  /** As it is sent, and signed. */
  readonly body: string
  /** Milliseconds since the epoch at which it was written down. */
  readonly at: number
  /** How often it was taken to be told, this time included. */
  readonly tries: number
  /** Nobody has confirmed it. */
  readonly hold?: EventHold
}

/**
 * `delivered`: it is forgotten; `later`: it is taken again at `dueAt`; `untold`: so is it, and this was no try; `dead`: nobody tries any more, before somebody asks for
 * it; `gone`: the endpoint wants nothing any more, of this and of all others.
 */
export type DeliveryOutcome =
  | { readonly state: 'delivered' }
  | { readonly state: 'later' | 'untold'; readonly dueAt: number; readonly code: string }
  | { readonly state: 'dead' | 'gone'; readonly code: string }

/** An event that was not delivered yet. */
export interface UndeliveredEvent {
  readonly id: string
  readonly endpoint: string
  readonly type: EventType
  readonly state: 'waiting' | 'dead'
  readonly at: number
  readonly tries: number
  /** Of the last try. */
  readonly code?: string
}

/** Hands out what an outbox keeps, to whoever tells it. */
export interface EventDeliveries {
  /**
   * Gives a delivery to this endpoint whose time has come, the oldest first, to one of many: nobody else gets it before the
   * lease ends, or it is settled.
   */
  take(
    endpoint: string,
    options: { readonly now: number; readonly leaseMs: number },
  ): Promise<EventDelivery | undefined>
  settle(delivery: Pick<EventDelivery, 'id' | 'endpoint'>, outcome: DeliveryOutcome): Promise<void>
  /** The oldest first. */
  list(filter: {
    readonly state?: UndeliveredEvent['state']
    readonly limit: number
  }): Promise<readonly UndeliveredEvent[]>
  /** Has dead ones told again, from `now` on, and endpoints that were gone told of what comes. @returns how many will be */
  retry(now: number): Promise<number>
  /** Forgets those that were written down before a time, and that nobody wants any more: older than any try. */
  forget(before: number): Promise<void>
}

/** Events that a database keeps which has no outbox, until an outbox has them. */
export interface EventSource {
  /** The oldest first; those that were not forgotten come again. */
  waiting(limit: number): Promise<readonly ServiceEvent[]>
  forget(ids: readonly string[]): Promise<void>
}

/** Tells the firm's own systems of what leaves no trace in any state. */
export interface EventTeller {
  /** Durable when it resolves; at once, where nobody wants to know. @param space of the caller, `''` for the common one */
  templateGenerated(space: string, kind: 'document' | 'email'): Promise<void>
}
