import { healthFigure, watchHealth } from './health-watch.ts'
import { createLeanCaller } from './lean-caller.ts'
import { type Answered, atRate, inLanes } from './load.ts'
import { type CallBody, longerCall, officeCall } from './mixed-calls.ts'
import { type Finding, type Proof, tally } from './promise.ts'
import { type ProvenServer, startServer } from './proven-server.ts'

const keys = 16
const leastGoodput = 0.8
const mostHealthMs = 100
const allowed = new Set([200, 429, 503])

interface Mix {
  readonly documents: string
  readonly times: readonly number[]
  call(index: number): CallBody
}

/** Of the smallest documents more than 4 times as many is more than two cores can send and refuse, whatever serves them. */
const mixes: readonly Mix[] = [
  { documents: 'documents of four to six pages', times: [2, 10], call: longerCall },
  { documents: 'documents as small as can be', times: [2, 4], call: officeCall },
]

/** More asked of the service than it can do: it does what it can, refuses the rest, and says that it is alive. */
export const overload: Proof = {
  name: 'overload',
  async prove(scale) {
    const server = await startServer({ keys })
    const caller = createLeanCaller(server.address)
    const findings: Finding[] = []
    try {
      for (const mix of mixes) {
        const send = (index: number): Promise<Answered> =>
          caller.send({ ...mix.call(index), key: server.keys[index % keys] ?? '' })
        await inLanes(8, scale(8000, 2000), send)
        const capacity = await capacityOf(send, scale(15_000, 3000))
        for (const times of mix.times) {
          findings.push(await offered(times, { capacity, mix, send, durationMs: scale(60_000, 4000), server }))
        }
      }
      return findings
    } finally {
      caller.close()
      await server.stop()
    }
  },
}

type Send = (index: number) => Promise<Answered>

const good = (answers: readonly Answered[]): number => answers.filter(({ status }) => status === 200).length

/** Good answers a second, where callers wait for each answer and there are enough of them. */
async function capacityOf(send: Send, durationMs: number): Promise<number> {
  const begin = performance.now()
  const answers = await inLanes(12, durationMs, send)
  return (good(answers) * 1000) / (performance.now() - begin)
}

interface Trial {
  readonly mix: Mix
  /** Good answers a second where no more is asked. */
  readonly capacity: number
  readonly durationMs: number
  readonly server: ProvenServer
  readonly send: Send
}

async function offered(times: number, { mix, capacity, durationMs, server, send }: Trial): Promise<Finding> {
  const health = watchHealth(server.healthAddress)
  const end = performance.now() + durationMs
  // What is answered after the end was not done in the time.
  let inTime = 0
  const answers = await atRate(times * capacity, durationMs, async (index) => {
    const answer = await send(index)
    if (answer.status === 200 && performance.now() <= end) inTime++
    return answer
  })
  const seconds = durationMs / 1000
  const seen = await health.stop()
  const goodput = inTime / seconds / capacity
  const odd = answers.filter(({ status }) => !allowed.has(status))
  const rate = answers.length / seconds
  return {
    promise: `With ${times} times more to do than it can (${mix.documents}), the service does at least ${leastGoodput * 100} % of what it can, refuses the rest with 429 or 503, and \`/healthz\` answers within ${mostHealthMs} ms (p99)`,
    tried: `The capacity was measured first (12 callers that wait for their answers; PDFs and letters read, templates filled, documents stored, ${keys} keys). Then ${times} times as much was offered for ${(durationMs / 1000).toFixed(0)} s at an even rate, whether answered or not, and the health asked by another process.`,
    figure: `capacity ${capacity.toFixed(0)} a second, offered ${rate.toFixed(0)}, good ${(inTime / seconds).toFixed(0)} (${(goodput * 100).toFixed(0)} %); statuses ${tally(answers.map(({ status }) => status))}; health ${healthFigure(seen)}`,
    holds: odd.length === 0 && goodput >= leastGoodput && seen.unanswered === 0 && seen.p99 < mostHealthMs,
  }
}
