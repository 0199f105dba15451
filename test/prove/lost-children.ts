import { setTimeout as pause } from 'node:timers/promises'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { healthFigure, watchHealth } from './health-watch.ts'
import { type Answered, atRate, type Caller, createCaller } from './load.ts'
import { base64 } from './mixed-calls.ts'
import { descendants } from './process-tree.ts'
import { faultsIn, type Proof, tally } from './promise.ts'
import { type ProvenServer, startServer } from './proven-server.ts'

const perSecond = 10
const leastEveryMs = 350
/** So many times what it takes to start one: children that are killed before they have started prove nothing. */
const startsBetween = 2
const leastGood = 0.75
const keys = 4

/** Children that take documents apart end without a reason, one after the other. */
export const lostChildren: Proof = {
  name: 'lost-children',
  async prove(scale) {
    const server = await startServer({ keys })
    const caller = createCaller(server.address, { keepBodies: true })
    const everyMs = Math.max(leastEveryMs, Math.round(startsBetween * (await startMs(server, caller))))
    const health = watchHealth(server.healthAddress)
    let killed = 0
    const over = new AbortController()
    const killing = (async () => {
      while (!over.signal.aborted) {
        await pause(everyMs)
        const children = descendants(server.pid)
        const victim = children[Math.floor(Math.random() * children.length)]
        if (victim !== undefined && isKilled(victim)) killed++
      }
    })()
    const faults: string[] = []
    const readOne = async (index: number): Promise<Answered> => {
      const number = numberOf(index)
      const answer = await caller.send(readingOf(index, server))
      // Where starts of children take most of the time that there is, a key has soon used up its share.
      if (![200, 429, 503].includes(answer.status)) faults.push(`${answer.status} ${answer.code ?? ''}`)
      if (answer.status === 200 && !answer.body.includes(number)) faults.push('a text that is not the document’s')
      return answer
    }
    const durationMs = scale(30_000, 4000)
    const answers = await atRate(perSecond, durationMs, readOne)
    over.abort()
    await killing
    const after = await atRate(perSecond, 2000, readOne)
    const seen = await health.stop()
    caller.close()
    await server.stop()
    const good = answers.filter(({ status }) => status === 200).length
    const late = after.filter(({ status }) => status !== 200).length
    return [
      {
        promise: `Children that are killed cost a few calls a refusal (429, 503) and none a wrong answer; at least ${leastGood * 100} % are answered all the same`,
        tried: `A random child of the service was killed (SIGKILL) every ${everyMs} ms (twice what it takes to start one and read with it, at least ${leastEveryMs}), while ${perSecond} PDFs a second were read for ${(durationMs / 1000).toFixed(0)} s, no two the same; then ${after.length} more without killing.`,
        figure: `${killed} killed; statuses ${tally(answers.map(({ status, code }) => (status === 200 ? 200 : `${status} ${code ?? ''}`)))}; then ${late} of ${after.length} not answered; wrong answers ${faultsIn(faults)}; health ${healthFigure(seen)}`,
        holds: faults.length === 0 && late === 0 && good / answers.length >= leastGood && seen.unanswered === 0,
      },
    ]
  },
}

/** Whether it was there to be killed. */
function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false
  }
}

const numberOf = (index: number): string => `INV-${100_000 + index}`

/** A call that reads a PDF of its own. */
const readingOf = (index: number, { keys: issued }: ProvenServer) => ({
  operation: 'extract-document',
  key: issued[index % keys] ?? '',
  body: JSON.stringify({
    document: { content: base64(pdfOf([`Invoice ${numberOf(index)}`, 'Total: 120.00 EUR'])), filename: 'a.pdf' },
    include: ['text'],
  }),
})

/** What a call takes for which a child must be started: the longest of three. */
async function startMs(server: ProvenServer, caller: Caller): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < 4; round++) {
    for (const child of descendants(server.pid)) isKilled(child)
    const before = performance.now()
    await caller.send(readingOf(1_000_000 + round, server))
    // Behind the first one there is nothing to be started anew.
    if (round > 0) took.push(performance.now() - before)
  }
  return Math.max(...took)
}
