import type { EventDelivery, EventHold, UndeliveredEvent } from '../ports/event-outbox.ts'
import type { EventType } from '../model/service-event.ts'

/** A row of an outbox of events, wherever it is kept, by its columns. */
type EventRow = Readonly<Record<string, unknown>>

/** What is to be delivered. */
export const deliveryOfRow = (columns: EventRow): EventDelivery => ({
  id: String(columns['id']),
  endpoint: String(columns['endpoint']),
  body: String(columns['body']),
  at: Number(columns['created_at']),
  tries: Number(columns['tries']),
  ...(typeof columns['hold'] === 'string' ? { hold: JSON.parse(columns['hold']) as EventHold } : {}),
})

/** What was not delivered yet, as it is listed. */
export const undeliveredOfRow = (columns: EventRow): UndeliveredEvent => ({
  id: String(columns['id']),
  endpoint: String(columns['endpoint']),
  type: columns['type'] as EventType,
  state: columns['due_at'] === null ? 'dead' : 'waiting',
  at: Number(columns['created_at']),
  tries: Number(columns['tries']),
  ...(typeof columns['code'] === 'string' ? { code: columns['code'] } : {}),
})
