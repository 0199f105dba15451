import { type BodySink, WholeBody } from '../body/body-bytes.ts'
import { parseLifted } from '../body/json-body.ts'
import { LiftingJson } from '../body/lifted-json.ts'
import { parseMultipartBody } from '../body/multipart.ts'
import type { BodyKind } from '../answer/negotiation.ts'
import { parseRawBody } from '../body/raw-body.ts'
import type { HttpLimits } from '../settings.ts'

/** A body while it comes in, and the JSON object that it stands for. */
export interface IncomingBody extends BodySink {
  /** When all of it was taken. @throws what the parser of its kind throws */
  input(): Record<string, unknown>
}

/**
 * @param field whose document the body may bring along
 * @param declared bytes, where they are known
 */
export function incomingBody(
  kind: BodyKind,
  headers: Headers,
  field: string | undefined,
  declared: number | undefined,
  limits: HttpLimits,
): IncomingBody {
  if (kind === 'json') {
    const json = new LiftingJson(declared, field === undefined ? [] : [field], limits.bodyBytes)
    return { take: (piece) => json.take(piece), input: () => parseLifted(json.end(), limits) }
  }
  const whole = new WholeBody(declared, limits.bodyBytes)
  return {
    take: (piece) => whole.take(piece),
    input: () =>
      kind === 'raw' && field !== undefined
        ? parseRawBody(whole.bytes, headers, field, limits)
        : parseMultipartBody(whole.bytes, headers.get('content-type') ?? '', limits),
  }
}
