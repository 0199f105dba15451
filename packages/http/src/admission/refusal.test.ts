import { ChanceryError } from '@chancery/core'
import { expect, it } from 'vitest'
import { isRefusal, refusal } from './refusal.ts'

it('has no stack, and leaves that of others as it is', () => {
  const { stackTraceLimit } = Error
  const refused = refusal('overloaded', 'All places are taken.', { retryAfterMs: 1000 })
  expect([refused.code, refused.retryAfterMs, refused.stack?.includes('\n    at ')]).toEqual([
    'overloaded',
    1000,
    false,
  ])
  expect(Error.stackTraceLimit).toBe(stackTraceLimit)
})

it('is told from a fault of the same code, also where Node makes no stacks', () => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const fault = new ChanceryError('overloaded', 'The processes that do this work cannot be started.')
  Error.stackTraceLimit = stackTraceLimit
  expect([isRefusal(fault), isRefusal(refusal('rate_limited', 'Too many.', {}))]).toEqual([false, true])
})
