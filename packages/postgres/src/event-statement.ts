import { eventBody, type EventHold, type EventRecording, type ServiceEvent } from '@chancery/core'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * A statement that also writes down what is told of it, where it changed a row: both or none. It answers how many rows it
 * changed, as `changed`.
 * @param change with `RETURNING` something
 */
export function withEvent(
  change: Statement,
  event: ServiceEvent | undefined,
  recording: EventRecording | undefined,
): Statement {
  const counted = 'SELECT count(*)::integer AS changed FROM changed'
  if (event === undefined || recording === undefined)
    return { text: `WITH changed AS (${change.text}) ${counted}`, values: change.values }
  const told = eventInsert(event, recording, undefined, change.values.length)
  return {
    text: `WITH changed AS (${change.text}), told AS (${told.text.replace('WHERE', 'WHERE EXISTS (SELECT 1 FROM changed) AND')}) ${counted}`,
    values: [...change.values, ...told.values],
  }
}

/** Writes an event for everybody who is told. @param before values of the statement that it is a part of */
export function eventInsert(event: ServiceEvent, recording: EventRecording, hold?: EventHold, before = 0): Statement {
  const at = (n: number): string => `$${before + n}`
  return {
    text: `INSERT INTO chancery_events (id, endpoint, type, body, created_at, due_at, hold)
      SELECT ${at(1)}::text, endpoint, ${at(2)}::text, ${at(3)}::text, ${at(4)}::bigint, ${at(5)}::bigint, ${at(6)}::text
      FROM unnest(${at(7)}::text[]) AS endpoint
      WHERE NOT EXISTS (SELECT 1 FROM chancery_gone_endpoints AS gone WHERE gone.endpoint = endpoint.endpoint)
      ON CONFLICT DO NOTHING`,
    values: [
      event.id,
      event.type,
      // JSON escapes what Postgres cannot hold.
      eventBody(event),
      event.at,
      hold?.until ?? event.at,
      hold === undefined ? null : JSON.stringify(hold),
      [...recording.endpoints],
    ],
  }
}
