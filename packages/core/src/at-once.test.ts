import { expect, it } from 'vitest'
import { atOnce, oneByOne } from './at-once.ts'

it('works on so many at once, and on each one', async () => {
  const running = { now: 0, most: 0 }
  const done: number[] = []
  await atOnce([...Array(20).keys()], 4, async (item) => {
    running.most = Math.max(running.most, ++running.now)
    await Promise.resolve()
    running.now--
    done.push(item)
  })
  expect([running.most, done.toSorted((one, other) => one - other)]).toEqual([4, [...Array(20).keys()]])
})

it('begins no more after a failure, and lets those under way end', async () => {
  const done: number[] = []
  const working = atOnce([0, 1, 2, 3, 4, 5], 3, async (item) => {
    if (item === 1) throw new RangeError('one')
    await new Promise((resolve) => setTimeout(resolve, 5))
    done.push(item)
  })
  await expect(working).rejects.toThrow('one')
  expect(done).toEqual([0, 2])
})

it('does one after the other, also behind one that failed', async () => {
  const inTurn = oneByOne()
  const events: string[] = []
  const work = (name: string) => async () => {
    events.push(`${name} begins`)
    await new Promise((resolve) => setTimeout(resolve))
    events.push(`${name} ends`)
    if (name === 'a') throw new RangeError(name)
    return name
  }
  const [a, b] = await Promise.allSettled([inTurn(work('a')), inTurn(work('b'))])
  expect([a.status, b]).toEqual(['rejected', { status: 'fulfilled', value: 'b' }])
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})
