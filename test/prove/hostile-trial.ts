import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { problemCodes } from '@chancery/core'
import { type Health, watchHealth } from './health-watch.ts'
import { type GoodCall, goodCalls, largeCalls, type Place, type TriedDocument } from './hostile-places.ts'
import { type Answered, createCaller } from './load.ts'
import { residentMb, treeCpuMs } from './process-tree.ts'
import { startServer } from './proven-server.ts'

/** On a processor, of the service and all its children, for one call. */
export const mostCpuMs = 5000

/** One call, and what it cost. */
export interface Tried {
  readonly answer: Answered
  readonly cpuMs: number
  /** What is wrong with it. */
  readonly fault: string | undefined
}

/** A service that is given hostile documents, one call at a time, so that its work is that of the call. */
export interface HostileTrial {
  send(document: TriedDocument, place: Place): Promise<Tried>
  /** What is wrong with the answers to good calls. */
  serveGood(): Promise<readonly string[]>
  /** Without its garbage and its children. */
  memoryMb(): Promise<number>
  isRunning(): boolean
  /** Ends it. Of its own thread and of that which answers for nothing else. */
  stop(): Promise<readonly Health[]>
}

const collector = pathToFileURL(join(import.meta.dirname, '../hostile/collect-garbage.ts')).href
/** What is freed outside of V8's heap is given back by another thread, and some of it only after the next collection. */
const collections = 4
const betweenCollectionsMs = 500
/** A process that has just started grows with any work, until its code is compiled and its buffers are there. */
const warmUpRounds = 6
/** In the first of them megabytes are sent. */
const largeRounds = 2

export async function startTrial(): Promise<HostileTrial> {
  const server = await startServer({
    settings: {
      CHANCERY_LOG: 'off',
      CHANCERY_CONCURRENCY: '64',
      // What is tried is the document, not how long a call waits for the one before.
      CHANCERY_QUEUE_MS: '60000',
      NODE_OPTIONS: `--expose-gc --import ${collector}`,
    },
  })
  const { pid } = server
  const key = server.keys[0] ?? ''
  const caller = createCaller(server.address, { keepBodies: true, newConnections: true })
  const serve = async (calls: readonly GoodCall[]): Promise<readonly string[]> => {
    const faults: string[] = []
    for (const { says, ...call } of calls) {
      const { status, code, body } = await caller.send({ ...call, key })
      if (status !== 200 || !body.includes(says)) faults.push(`good ${call.operation}: ${status} ${code ?? ''}`)
    }
    return faults
  }
  for (let round = 0; round < warmUpRounds; round++) {
    const faults = await serve(round < largeRounds ? [...largeCalls, ...goodCalls] : goodCalls)
    if (faults.length > 0) throw new Error(`The service is not sound: ${faults.join('; ')}`)
  }
  const health = [watchHealth(server.address), watchHealth(server.healthAddress)]
  let worked = treeCpuMs(pid)
  return {
    serveGood: () => serve(goodCalls),
    async send(document, place) {
      const answer = await caller.send({ ...place.call(document), key })
      const now = treeCpuMs(pid)
      const cpuMs = now - worked
      worked = now
      return { answer, cpuMs, fault: faultOf(answer, cpuMs) }
    },
    async memoryMb() {
      for (let round = 0; round < collections; round++) {
        process.kill(pid, 'SIGUSR2')
        await pause(betweenCollectionsMs)
      }
      return residentMb(pid)
    },
    isRunning: server.isRunning,
    async stop() {
      const seen = await Promise.all(health.map((each) => each.stop()))
      caller.close()
      await server.stop()
      return seen
    },
  }
}

/** A success is none (many a hostile document can be read), nor a refusal as promised, where it came cheap. */
function faultOf({ status, code = '', headers, ms }: Answered, cpuMs: number): string | undefined {
  if (status === 0) return `no answer after ${ms.toFixed(0)} ms`
  if (cpuMs > mostCpuMs) return `${status} ${code} after ${cpuMs} ms of work`
  if (status === 200) return undefined
  if (status >= 500 && status !== 503) return `${status} ${code}`
  const isProblem = headers['content-type'] === 'application/problem+json' && Object.hasOwn(problemCodes, code)
  return isProblem ? undefined : `${status} without a problem`
}
