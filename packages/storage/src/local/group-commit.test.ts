import { expect, it } from 'vitest'
import { groupCommit } from './group-commit.ts'

it('answers each caller by a flush that began after the call, one at a time', async () => {
  const started: PromiseWithResolvers<void>[] = []
  const flush = groupCommit(() => {
    const run = Promise.withResolvers<void>()
    started.push(run)
    return run.promise
  })
  const turns = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const first = flush()
  await turns()
  const second = [flush(), flush(), flush()]
  await turns()
  expect(started).toHaveLength(1)
  started[0]?.resolve()
  await first
  await turns()
  expect(started).toHaveLength(2)
  const third = flush()
  started[1]?.resolve()
  await Promise.all(second)
  await turns()
  started[2]?.resolve()
  await third
  expect(started).toHaveLength(3)
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
