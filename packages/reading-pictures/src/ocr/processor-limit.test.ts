import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { processorLimit } from './processor-limit.ts'

it('ends work that has used so much time, however long it took', async () => {
  let used = 0
  const limit = processorLimit(500, async () => (used += 250))
  await new Promise((resolve) => limit.signal.addEventListener('abort', resolve))
  expect(used).toBe(500)
  limit.stop()
})

it.each([
  ['cannot be told', () => Promise.resolve(undefined)],
  ['fails to be told', () => Promise.reject(new Error('no such process'))],
  ['is none, as of a process that waits', () => Promise.resolve(0)],
  ['is never told', () => new Promise<undefined>(() => {})],
])('goes by the clock in the end where the time %s', async (_name, used) => {
  const limit = processorLimit(20, used)
  await new Promise((resolve) => limit.signal.addEventListener('abort', resolve))
  limit.stop()
})

it('ends nothing that is over', async () => {
  const limit = processorLimit(10, async () => 100)
  limit.stop()
  await pause(60)
  expect(limit.signal.aborted).toBe(false)
})
