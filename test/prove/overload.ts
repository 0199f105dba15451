import { healthFigure, watchHealth } from './health-watch.ts'
import { createLeanCaller } from './lean-caller.ts'
import { type Answered, atRate, type Caller, inLanes } from './load.ts'
import { officeCall } from './mixed-calls.ts'
import { type Finding, type Proof, tally } from './promise.ts'
import { type ProvenServer, startServer } from './proven-server.ts'

const keys = 16
const leastGoodput = 0.8
const mostHealthMs = 100
const allowed = new Set([200, 429, 503])

/** More asked of the service than it can do: it does what it can, refuses the rest, and says that it is alive. */
export const overload: Proof = {
  name: 'overload',
  async prove(scale) {
    const server = await startServer({ keys })
    const caller = createLeanCaller(server.address)
    try {
      await inLanes(8, scale(8000, 2000), (index) => office(server, caller, index))
      const capacity = await capacityOf(server, caller, scale(15_000, 3000))
      const findings: Finding[] = []
      for (const times of [2, 10]) findings.push(await offered(times, capacity, scale(60_000, 4000), server, caller))
      return findings
    } finally {
      caller.close()
      await server.stop()
    }
  },
}

const office = ({ keys: all }: ProvenServer, caller: Caller, index: number): Promise<Answered> =>
  caller.send({ ...officeCall(index), key: all[index % keys] ?? '' })

const good = (answers: readonly Answered[]): number => answers.filter(({ status }) => status === 200).length

/** Good answers a second, where callers wait for each answer and there are enough of them. */
async function capacityOf(server: ProvenServer, caller: Caller, durationMs: number): Promise<number> {
  const begin = performance.now()
  const answers = await inLanes(12, durationMs, (index) => office(server, caller, index))
  return (good(answers) * 1000) / (performance.now() - begin)
}

async function offered(
  times: number,
  capacity: number,
  durationMs: number,
  server: ProvenServer,
  caller: Caller,
): Promise<Finding> {
  const health = watchHealth(server.healthAddress)
  const end = performance.now() + durationMs
  // What is answered after the end was not done in the time.
  let inTime = 0
  const answers = await atRate(times * capacity, durationMs, async (index) => {
    const answer = await office(server, caller, index)
    if (answer.status === 200 && performance.now() <= end) inTime++
    return answer
  })
  const seconds = durationMs / 1000
  const seen = await health.stop()
  const goodput = inTime / seconds / capacity
  const odd = answers.filter(({ status }) => !allowed.has(status))
  const rate = answers.length / seconds
  return {
    promise: `With ${times} times more to do than it can, the service does at least ${leastGoodput * 100} % of what it can, refuses the rest with 429 or 503, and \`/healthz\` answers within ${mostHealthMs} ms (p99)`,
    tried: `The capacity was measured first (12 callers that wait for their answers; PDFs and letters read, templates filled, documents stored, ${keys} keys). Then ${times} times as much was offered for ${(durationMs / 1000).toFixed(0)} s at an even rate, whether answered or not, and the health asked by another process.`,
    figure: `capacity ${capacity.toFixed(0)} a second, offered ${rate.toFixed(0)}, good ${(inTime / seconds).toFixed(0)} (${(goodput * 100).toFixed(0)} %); statuses ${tally(answers.map(({ status }) => status))}; health ${healthFigure(seen)}`,
    holds: odd.length === 0 && goodput >= leastGoodput && seen.unanswered === 0 && seen.p99 < mostHealthMs,
  }
}
