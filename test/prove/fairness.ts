import { nestedForms } from '../hostile/pdf-attacks.ts'
import { type Answered, atRate, createCaller, type Caller, inLanes } from './load.ts'
import { base64, type CallBody, officeCall, readLetter, readPdf } from './mixed-calls.ts'
import { type Finding, type Proof, tally } from './promise.ts'
import { type ProvenServer, startServer } from './proven-server.ts'

const leastGood = 0.9
const poisoners = 8

/** Keys that take all they can get, or send documents that keep a reader busy, beside one that works as ever. */
export const fairness: Proof = {
  name: 'fairness',
  async prove(scale) {
    const server = await startServer({ keys: 2 + poisoners })
    const caller = createCaller(server.address)
    try {
      await inLanes(4, scale(5000, 1500), (index) => caller.send({ ...officeCall(index), key: goodKey(server) }))
      const durationMs = scale(30_000, 4000)
      return [
        await beside(server, caller, durationMs, {
          perSecond: 10,
          others: `One key sent 400 a second`,
          rate: 400,
          other: (index) => ({ ...officeCall(index), key: server.keys[1] ?? '' }),
        }),
        await beside(server, caller, durationMs, {
          perSecond: 20,
          others: `${poisoners} keys together sent 5 a second of PDFs that keep a reader busy for ever (no two the same)`,
          rate: 5,
          other: (index) => ({ ...poison(index), key: server.keys[2 + (index % poisoners)] ?? '' }),
        }),
      ]
    } finally {
      caller.close()
      await server.stop()
    }
  },
}

const goodKey = ({ keys }: ProvenServer): string => keys[0] ?? ''

/** 3 kB that a reader takes 2^24 steps for. Each is another file. */
function poison(index: number): CallBody {
  const bytes = Buffer.concat([nestedForms(24, 2), Buffer.from(`\n% ${index}\n`)])
  return { operation: 'extract-document', body: JSON.stringify({ document: { content: base64(bytes) } }) }
}

interface Others {
  /** Calls of the good key. */
  readonly perSecond: number
  readonly others: string
  readonly rate: number
  other(index: number): CallBody & { readonly key: string }
}

async function beside(
  server: ProvenServer,
  caller: Caller,
  durationMs: number,
  { perSecond, others, rate, other }: Others,
): Promise<Finding> {
  const key = goodKey(server)
  const [own, theirs] = await Promise.all([
    atRate(perSecond, durationMs, (index) => caller.send({ ...(index % 2 === 0 ? readPdf : readLetter), key })),
    atRate(rate, durationMs, (index) => caller.send(other(index))),
  ])
  const good = (answers: readonly Answered[]): number => answers.filter(({ status }) => status === 200).length
  const share = good(own) / own.length
  return {
    promise: `A key that works as ever gets at least ${leastGood * 100} % of its calls answered beside others that do not`,
    tried: `${others}, the good one read ${perSecond} PDFs and letters a second, for ${(durationMs / 1000).toFixed(0)} s.`,
    figure: `good key: ${good(own)} of ${own.length} (${(share * 100).toFixed(0)} %), statuses ${tally(own.map(({ status }) => status))}; others: ${tally(theirs.map(({ status }) => status))}`,
    holds: share >= leastGood,
  }
}
