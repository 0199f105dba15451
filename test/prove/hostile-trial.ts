import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { problemCodes } from '@chancery/core'
import { type Health, watchHealth } from './health-watch.ts'
import { type GoodCall, goodCalls, largeCalls, officeCalls, type Place, type TriedDocument } from './hostile-places.ts'
import { type Answered, createCaller } from './load.ts'
import { residentMb, startWorkMeter } from './process-tree.ts'
import { startServer } from './proven-server.ts'

/** On a processor, of the service and all its children, for one call. */
export const mostCpuMs = 5000

/** One call, and what it cost. */
export interface Tried {
  readonly answer: Answered
  readonly cpuMs: number
  /** What is wrong with it, beside what it cost. */
  readonly fault: string | undefined
}

/** What `/healthz` answered while calls were made. */
export interface WatchedHealth extends Health {
  /** The calls that were under way while the longest answer was waited for. */
  readonly during: readonly string[]
}

/** A service that is given hostile documents, one call at a time, so that its work is that of the call. */
export interface HostileTrial {
  send(document: TriedDocument, place: Place): Promise<Tried>
  /** What is wrong with the answers to good calls. */
  serveGood(): Promise<readonly string[]>
  /** Starts the office again where the document before ended it: its start is the work of no document. */
  startOffice(): Promise<void>
  isRunning(): boolean
  end(): Promise<TrialEnd>
}

export interface TrialEnd {
  /** Of its own thread and of that which answers for nothing else. */
  readonly health: readonly WatchedHealth[]
  /** Since it was warm, without its garbage and its children; 0 where it had ended. */
  readonly grownMb: number
}

const collector = pathToFileURL(join(import.meta.dirname, '../hostile/collect-garbage.ts')).href
/** What is freed is given back by other threads, and whole pages only some eight seconds after a collection. */
const collections = 12
const betweenCollectionsMs = 1000
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
    const faults = await serve(round < largeRounds ? [...largeCalls, ...goodCalls, ...officeCalls] : goodCalls)
    if (faults.length > 0) throw new Error(`The service is not sound: ${faults.join('; ')}`)
  }
  const settledMb = await memoryMb(pid)
  // Only now: garbage that is collected by force holds the service up, and so it does at the end.
  const health = [watchHealth(server.address), watchHealth(server.healthAddress)]
  const meter = startWorkMeter(pid)
  let worked = meter.workMs()
  const calls: TimedCall[] = []
  const timed = async <T>(name: string, call: () => Promise<T>): Promise<T> => {
    const from = Date.now()
    const answer = await call()
    calls.push({ name, from, until: Date.now() })
    return answer
  }
  return {
    serveGood: () => timed('good calls', () => serve(goodCalls)),
    async startOffice() {
      await timed('an office that starts', () => serve(officeCalls))
      worked = meter.workMs()
    },
    async send(document, place) {
      const answer = await timed(`${document.name} at ${place.name}`, () =>
        caller.send({ ...place.call(document), key }),
      )
      const now = meter.workMs()
      const cpuMs = now - worked
      worked = now
      return { answer, cpuMs, fault: faultOf(answer) }
    },
    isRunning: server.isRunning,
    async end() {
      meter.stop()
      const seen = await Promise.all(health.map((each) => each.stop()))
      const grownMb = server.isRunning() ? (await memoryMb(pid)) - settledMb : 0
      caller.close()
      await server.stop()
      return { health: seen.map((each) => ({ ...each, during: callsDuring(calls, each) })), grownMb }
    },
  }
}

/** In ms since 1970. */
interface TimedCall {
  readonly name: string
  readonly from: number
  readonly until: number
}

const callsDuring = (calls: readonly TimedCall[], { longest, longestAt }: Health): readonly string[] =>
  calls.filter(({ from, until }) => from <= longestAt + longest && until >= longestAt).map(({ name }) => name)

/** Without its garbage and its children. */
async function memoryMb(pid: number): Promise<number> {
  for (let round = 0; round < collections; round++) {
    process.kill(pid, 'SIGWINCH')
    await pause(betweenCollectionsMs)
  }
  return residentMb(pid)
}

/** A success is none (many a hostile document can be read), nor a refusal as promised. */
function faultOf({ status, code = '', headers, ms }: Answered): string | undefined {
  if (status === 0) return `no answer after ${ms.toFixed(0)} ms`
  if (status === 200) return undefined
  if (status >= 500 && status !== 503) return `${status} ${code}`
  const isProblem = headers['content-type'] === 'application/problem+json' && Object.hasOwn(problemCodes, code)
  return isProblem ? undefined : `${status} without a problem`
}
