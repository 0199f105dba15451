import { setTimeout as pause } from 'node:timers/promises'
import { pdfOf } from '@chancery/port-contracts/sample-documents'
import { healthFigure, watchHealth } from './health-watch.ts'
import { type Answered, atRate, createCaller } from './load.ts'
import { base64 } from './mixed-calls.ts'
import { descendants } from './process-tree.ts'
import { faultsIn, type Proof, tally } from './promise.ts'
import { startServer } from './proven-server.ts'

const perSecond = 10
const everyMs = 350
const leastGood = 0.75
const keys = 4

/** Children that take documents apart end without a reason, one after the other. */
export const lostChildren: Proof = {
  name: 'lost-children',
  async prove(scale) {
    const server = await startServer({ keys })
    const caller = createCaller(server.address, { keepBodies: true })
    const health = watchHealth(server.healthAddress)
    let killed = 0
    const over = new AbortController()
    const killing = (async () => {
      while (!over.signal.aborted) {
        await pause(everyMs)
        const children = descendants(server.pid)
        const victim = children[Math.floor(Math.random() * children.length)]
        if (victim === undefined) continue
        try {
          process.kill(victim, 'SIGKILL')
          killed++
        } catch {
          // It ended by itself.
        }
      }
    })()
    const faults: string[] = []
    const readOne = async (index: number): Promise<Answered> => {
      const number = `INV-${100_000 + index}`
      const content = base64(pdfOf([`Invoice ${number}`, 'Total: 120.00 EUR']))
      const body = JSON.stringify({ document: { content, filename: 'a.pdf' }, include: ['text'] })
      const answer = await caller.send({ operation: 'extract-document', key: server.keys[index % keys] ?? '', body })
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
        tried: `A random child of the service was killed (SIGKILL) every ${everyMs} ms, while ${perSecond} PDFs a second were read for ${(durationMs / 1000).toFixed(0)} s, no two the same; then ${after.length} more without killing.`,
        figure: `${killed} killed; statuses ${tally(answers.map(({ status, code }) => (status === 200 ? 200 : `${status} ${code ?? ''}`)))}; then ${late} of ${after.length} not answered; wrong answers ${faultsIn(faults)}; health ${healthFigure(seen)}`,
        holds: faults.length === 0 && late === 0 && good / answers.length >= leastGood && seen.unanswered === 0,
      },
    ]
  },
}
