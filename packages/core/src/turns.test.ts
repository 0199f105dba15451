import { expect, it } from 'vitest'
import { joinedInTurns } from './turns.ts'

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
