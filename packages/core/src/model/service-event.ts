import type { JsonObject } from '../json.ts'

/** What the firm's own systems can be told of. */
export const eventTypes = [
  'email.sent',
  'email.failed',
  'email.unknown',
  'document.stored',
  'template.generated',
  'clients.imported',
  'operation.completed',
] as const

export type EventType = (typeof eventTypes)[number]

/** Something that was done: ids, counts and outcomes, and nothing of what a document or e-mail says. */
export interface ServiceEvent {
  /** The same however often it is told. */
  readonly id: string
  readonly type: EventType
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly data: JsonObject
}

/** An event as it is told: the payload that Standard Webhooks recommends (`type`, `timestamp`, `data`). */
export const eventBody = ({ type, at, data }: ServiceEvent): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data })
