import { stat } from 'node:fs'
import { expect, it } from 'vitest'
import { joinedInTurns, nextTurn, turnsEvery } from './turns.ts'

const piece = 'x'.repeat(1000)
const pieces = (count: number): string[] => Array.from({ length: count }, () => piece)

it('lets others have their turn while a long text is written', async () => {
  let turns = 0
  let isOver = false
  const takeTurn = (): void => {
    turns++
    if (!isOver) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  expect(await joinedInTurns(pieces(3000), new AbortController().signal)).toBe(piece.repeat(3000))
  isOver = true
  expect(turns).toBeGreaterThan(5)
})

it('ends with its caller', async () => {
  const leaving = new AbortController()
  function* endless(): Generator<string> {
    for (;;) yield piece
  }
  const joined = joinedInTurns(endless(), leaving.signal)
  setImmediate(() => leaving.abort())
  await expect(joined).rejects.toMatchObject({ code: 'cancelled' })
})

it('lets timers that are due have theirs, also where an answer of the system is at work', async () => {
  const isDue = await new Promise<boolean>((resolve, reject) => {
    // Its callback comes while answers are handed on; what is to be done at once follows them before any timer.
    stat('.', () => {
      let isDone = false
      setTimeout(() => (isDone = true), 1)
      for (const since = performance.now(); performance.now() - since < 5;);
      nextTurn().then(() => resolve(isDone), reject)
    })
  })
  expect(isDue).toBe(true)
})

it('waits for a turn once the last was long enough ago, and sees there that its caller has left', async () => {
  let now = 0
  const leaving = new AbortController()
  const step = turnsEvery(10, () => now, leaving.signal)
  let turns = 0
  const stepAt = async (ms: number): Promise<number> => {
    now = ms
    setImmediate(() => turns++)
    const before = turns
    await step()
    return turns - before
  }
  expect(await stepAt(9)).toBe(0)
  expect(await stepAt(10)).toBeGreaterThan(0)
  await nextTurn()
  expect(await stepAt(19)).toBe(0)
  leaving.abort()
  await expect(stepAt(20)).rejects.toMatchObject({ code: 'cancelled' })
  await expect(nextTurn(leaving.signal)).rejects.toMatchObject({ code: 'cancelled' })
})
