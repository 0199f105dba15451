import { expect, it } from 'vitest'
import { groupCommit } from './group-commit.ts'

it('answers each caller by a flush that began after the call, two at a time at the most', async () => {
  const started: PromiseWithResolvers<void>[] = []
  const flush = groupCommit(() => {
    const run = Promise.withResolvers<void>()
    started.push(run)
    return run.promise
  })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const first = flush()
  await turn()
  const second = [flush(), flush()]
  await turn()
  expect(started).toHaveLength(2)
  const third = [flush(), flush(), flush()]
  await turn()
  expect(started).toHaveLength(2)
  started[0]?.resolve()
  await first
  await turn()
  expect(started).toHaveLength(3)
  started[1]?.resolve()
  started[2]?.resolve()
  await Promise.all([...second, ...third])
})

it('fails those who waited for the flush that failed, and no others', async () => {
  let runs = 0
  const flush = groupCommit(async () => {
    if (++runs === 1) throw new Error('disk')
  })
  await expect(Promise.all([flush(), flush()])).rejects.toThrow('disk')
  await flush()
  expect(runs).toBe(2)
})
