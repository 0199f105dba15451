import { expect, it } from 'vitest'
import { callersSpan, continueTrace, traceparentOf } from './trace-context.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = '00f067aa0ba902b7'

it.each([
  [`00-${trace}-${parent}-01`, true],
  [`cc-${trace}-${parent}-01-what-the-future-will-be`, true],
  [`00-${trace}-${parent}-01-more`, false],
  [`ff-${trace}-${parent}-01`, false],
  [`00-${'0'.repeat(32)}-${parent}-01`, false],
  [`00-${trace}-${'0'.repeat(16)}-01`, false],
  [`00-${trace.toUpperCase()}-${parent}-01`, false],
  ['nonsense', false],
  [undefined, false],
])('%s is continued: %s', (header, continued) => {
  const caller = callersSpan(header)
  expect(caller).toEqual(continued ? { traceId: trace, spanId: parent, sampled: true } : undefined)
  const context = continueTrace(caller)
  expect(context.traceId === trace).toBe(continued)
  expect(context.spanId).not.toBe(parent)
  expect(context.sampled).toBe(continued)
  expect(traceparentOf(context)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/)
})
