import { setTimeout as pause } from 'node:timers/promises'
import { type Answered, createCaller } from './load.ts'
import { officeCall } from './mixed-calls.ts'
import { faultsIn, type Proof, tally } from './promise.ts'
import { startServer } from './proven-server.ts'

const keys = 8
/** Callers that wait for their answers, each on a connection that it keeps. */
const steady = 8
/** Calls that are sent at once, each on a connection of its own, just before the signal. */
const burst = 18
const beforeSignalMs = 30

/** SIGTERM while calls are under way: each that was sent before is answered. */
export const shutdown: Proof = {
  name: 'shutdown',
  async prove(scale) {
    const rounds = scale(40, 3)
    const faults: string[] = []
    const statuses: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { answers, code } = await oneRound(round)
      statuses.push(...answers.map(({ status }) => status))
      const lost = answers.filter(({ status }) => status === 0).length
      if (lost > 0) faults.push(`round ${round + 1}: ${lost} without an answer`)
      if (code !== 0) faults.push(`round ${round + 1}: ended with ${code}`)
    }
    return [
      {
        promise: 'A stop by SIGTERM loses no call that was sent before',
        tried: `${rounds} servers were stopped while ${steady} callers were at work and ${burst} calls on new connections had been sent ${beforeSignalMs} ms before; nothing was sent after the signal.`,
        figure: `${statuses.length} calls, statuses ${tally(statuses)}; faults ${faultsIn(faults)}`,
        holds: faults.length === 0,
      },
    ]
  },
}

async function oneRound(round: number): Promise<{ readonly answers: readonly Answered[]; readonly code: unknown }> {
  const server = await startServer({ keys })
  const kept = createCaller(server.address)
  const fresh = createCaller(server.address, { newConnections: true })
  try {
    const stopping = new AbortController()
    const key = (index: number): string => server.keys[index % keys] ?? ''
    const answers: Promise<Answered>[] = []
    const lanes = Array.from({ length: steady }, async (_, lane) => {
      for (let index = lane; !stopping.signal.aborted; index += steady) {
        const answer = kept.send({ ...officeCall(index), key: key(index) })
        answers.push(answer)
        await answer
      }
    })
    await pause(600 + 37 * (round % 10))
    for (let index = 0; index < burst; index++) answers.push(fresh.send({ ...officeCall(index), key: key(index) }))
    await pause(beforeSignalMs)
    stopping.abort()
    const code = await server.end('SIGTERM')
    await Promise.all(lanes)
    return { answers: await Promise.all(answers), code }
  } finally {
    kept.close()
    await server.stop()
  }
}
