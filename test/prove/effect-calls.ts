import { effectOf, foundIn, isWhole } from './effects.ts'
import { keptState } from './kept-state.ts'
import type { Answered, Caller } from './load.ts'
import { tally } from './promise.ts'
import type { ProvenServer } from './proven-server.ts'

/** Calls with effects, each with a number of its own; those that were answered with success are remembered. */
export function effectCalls(server: ProvenServer, caller: Caller) {
  const done = new Set<number>()
  let next = 0
  return {
    done,
    async call(): Promise<Answered> {
      const number = next++
      const idempotencyKey = `call-${number}`
      const answer = await caller.send({ ...effectOf(number).call(number), key: server.keys[0] ?? '', idempotencyKey })
      if (answer.status === 200 && isWhole(answer.body)) done.add(number)
      return answer
    },
  }
}

/** What is not there of what was answered with success, and what cannot be read. @param data the folder of a service that ended */
export async function lostOrTorn(data: string, done: ReadonlySet<number>): Promise<readonly string[]> {
  const kept = await keptState(data)
  const found = foundIn(kept)
  const lost = [...done].flatMap((number) => {
    const { name, traces } = effectOf(number)
    return traces(number, found).every((times) => times === 1) ? [] : [`lost or doubled: ${name} ${number}`]
  })
  return [...lost, ...kept.torn.map((each) => `torn: ${each}`)]
}

/** Answers that say nothing that a caller could act on. @param clear statuses that do */
export const unclear = (answers: readonly Answered[], clear: readonly number[]): readonly string[] =>
  answers.filter(({ status }) => !clear.includes(status)).map(({ status, code }) => `${status} ${code ?? ''}`)

export const toldOf = (answers: readonly Answered[]): string =>
  tally(answers.map(({ status, code }) => (status === 200 ? '200' : `${status} ${code ?? ''}`)))
