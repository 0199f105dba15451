import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { processorLimit } from './processor-limit.ts'

const never = 2 ** 30

it('ends work that has used so much time, however long it took', async () => {
  let used = 0
  const limit = processorLimit(500, async () => (used += 250), never)
  await new Promise((resolve) => limit.signal.addEventListener('abort', resolve))
  expect([used, limit.usedMs()]).toEqual([500, 500])
})

it('ends nothing by the clock that has used little: the machine is busy', async () => {
  let used = 0
  // Ten times its limit, by the clock.
  const limit = processorLimit(30, async () => (used += 1), 200)
  await pause(300)
  expect(limit.signal.aborted).toBe(false)
  limit.stop()
})

it.each([
  ['cannot be told', () => Promise.resolve(undefined)],
  ['fails to be told', () => Promise.reject(new Error('no such process'))],
  ['is none, as of a process that waits', () => Promise.resolve(0)],
  ['is never told', () => new Promise<undefined>(() => {})],
])('goes by the clock in the end where the time %s', async (_name, used) => {
  const limit = processorLimit(20, used, 60)
  await new Promise((resolve) => limit.signal.addEventListener('abort', resolve))
})

it('keeps to what it was told where it is told no more, as of a process that has just ended', async () => {
  let isFirst = true
  const used = async (): Promise<number | undefined> => {
    if (!isFirst) return undefined
    isFirst = false
    return 5
  }
  const limit = processorLimit(30, used, never)
  await pause(150)
  expect([limit.signal.aborted, limit.usedMs()]).toEqual([false, 5])
  limit.stop()
})

it('ends nothing that is over', async () => {
  const limit = processorLimit(10, async () => 100, never)
  limit.stop()
  await pause(60)
  expect(limit.signal.aborted).toBe(false)
})

it('counts what went by since the last look, of a task that ends before the next', async () => {
  let used = 0
  const looked = Promise.withResolvers<void>()
  const limit = processorLimit(
    1000,
    async () => {
      looked.resolve()
      return (used += 100)
    },
    never,
  )
  await pause(50)
  const short = processorLimit(1000, async () => 0, never)
  await pause(50)
  short.stop()
  const counted = short.usedMs()
  expect([counted >= 45, counted <= 200, short.usedMs() === counted]).toEqual([true, true, true])
  await looked.promise
  await pause(20)
  limit.stop()
  expect([limit.usedMs() > 100, limit.usedMs() <= 300]).toEqual([true, true])
})
