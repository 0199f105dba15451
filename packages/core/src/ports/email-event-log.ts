import type { EmailEventKind } from './email-event-reader.ts'

/** What a provider told of an e-mail, without the address that it is about. */
export interface LoggedEmailEvent {
  /** The transport. */
  readonly provider: string
  /** Of the event, by its provider. */
  readonly id: string
  readonly kind: EmailEventKind
  /** Of the ledger: with its space. */
  readonly email?: string
  readonly code?: string
  /** When it was told: milliseconds since the epoch. */
  readonly at: number
}

/** Remembers what providers told, so that what they tell again has no effect. */
export interface EmailEventLog {
  /** Those of the ids that were told before. */
  known(provider: string, ids: readonly string[]): Promise<readonly string[]>
  /** Durable when it resolves. One that is known stays as it is. */
  add(events: readonly LoggedEmailEvent[]): Promise<void>
  /** The newest first. @param filter.email of one e-mail alone */
  list(filter: { readonly limit: number; readonly email?: string }): Promise<readonly LoggedEmailEvent[]>
  /** Forgets what was told before a time. */
  forget(before: number): Promise<void>
}
