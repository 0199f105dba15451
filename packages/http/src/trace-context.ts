import { randomUUID } from 'node:crypto'

/** Where a call stands in a distributed trace: https://www.w3.org/TR/trace-context/ */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  readonly flags: string
}

const format = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Random digits, 32 at the most. A UUID's are the cheapest: the platform keeps a store of them. */
const randomHex = (digits: number): string => randomUUID().replaceAll('-', '').slice(-digits)

/** Continues the caller's trace with a span of our own; starts one where the header is absent or not valid. */
export function continueTrace(traceparent: string | undefined): TraceContext {
  const [, version, traceId = '', parentId = '', flags = '00'] = format.exec(traceparent ?? '') ?? []
  const valid =
    version !== undefined &&
    version !== 'ff' &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(parentId) &&
    // Version 00 has nothing after the flags.
    (version !== '00' || traceparent?.length === 55)
  return valid
    ? { traceId, spanId: randomHex(16), flags }
    : { traceId: randomHex(32), spanId: randomHex(16), flags: '00' }
}

export const traceparentOf = ({ traceId, spanId, flags }: TraceContext): string => `00-${traceId}-${spanId}-${flags}`
