import { ChanceryError, type Logger, type RateLimiter } from '@chancery/core'
import { expect, it } from 'vitest'
import { passingRates } from './passing-rates.ts'

const rate = { limit: 5, windowMs: 60_000 }
const free = { allowed: true, remaining: 5, retryAfterMs: 0, resetMs: 0 }

function setUp(take: RateLimiter['take']) {
  const time = { now: 1000 }
  const lines: unknown[] = []
  const logger: Logger = { log: (...line) => void lines.push(line), within: (_fields, run) => run() }
  return { time, lines, rates: passingRates({ take }, logger, { now: () => time.now }) }
}

it('answers what the limiter answers', async () => {
  const refused = { allowed: false, remaining: 0, retryAfterMs: 1, resetMs: 2 }
  const { rates, lines } = setUp(async () => refused)
  expect(await rates.take('key', rate)).toBe(refused)
  expect(lines).toEqual([])
})

it('lets calls pass while the limiter fails, and says so once in a while', async () => {
  const { rates, lines, time } = setUp(async () => {
    throw new ChanceryError('provider_unavailable', 'The database is away.')
  })
  for (let n = 0; n < 5; n++) expect(await rates.take('key', rate)).toEqual(free)
  time.now += 10_000
  expect(await rates.take('key', rate)).toEqual(free)
  expect(lines).toEqual([
    ['warning', 'rates-unavailable', { reason: 'provider_unavailable', calls: 1 }],
    ['warning', 'rates-unavailable', { reason: 'provider_unavailable', calls: 5 }],
  ])
})

it('waits for no limiter that does not answer', async () => {
  const { rates, lines } = setUp(() => new Promise(() => undefined))
  expect(await rates.take('key', rate)).toEqual(free)
  expect(lines).toEqual([['warning', 'rates-unavailable', { reason: 'late', calls: 1 }]])
})

it('takes any fault for one', async () => {
  const { rates, lines } = setUp(async () => {
    throw undefined
  })
  expect(await rates.take('key', rate)).toEqual(free)
  expect(lines).toEqual([['warning', 'rates-unavailable', { reason: 'failed', calls: 1 }]])
})
