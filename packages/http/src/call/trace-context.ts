import { randomUUID } from 'node:crypto'
import type { TraceContext } from '@chancery/core'

const format = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** Random digits, 32 at the most. A UUID's are the cheapest: the platform keeps a store of them. */
const randomHex = (digits: number): string => randomUUID().replaceAll('-', '').slice(-digits)

/** The caller's span, by its `traceparent` (https://www.w3.org/TR/trace-context/); `undefined` where that is absent or not valid. */
export function callersSpan(traceparent: string | undefined): TraceContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '00'] = format.exec(traceparent ?? '') ?? []
  const valid =
    version !== undefined &&
    version !== 'ff' &&
    !/^0+$/.test(traceId) &&
    !/^0+$/.test(spanId) &&
    // Version 00 has nothing after the flags.
    (version !== '00' || traceparent?.length === 55)
  return valid ? { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 } : undefined
}

/** A span of our own in the caller's trace, or in a new one, where telemetry makes none. */
export const continueTrace = (caller: TraceContext | undefined): TraceContext => ({
  traceId: caller?.traceId ?? randomHex(32),
  spanId: randomHex(16),
  sampled: caller?.sampled ?? false,
})

export const traceparentOf = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
