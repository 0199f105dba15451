import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { effectOf, effects, foundIn, isWhole } from './effects.ts'
import { keptState } from './kept-state.ts'
import { type Caller, createCaller } from './load.ts'
import { faultsIn, type Proof, tally } from './promise.ts'
import { makeKeys, type ProvenServer, startServer } from './proven-server.ts'

/** Two services at a time, each with a folder of its own. */
const folders = 2
const lanes = 6
/** A claim of a killed process lapses so long after it, at the latest. */
const deadlineMs = 1000
const leaseMs = deadlineMs + 5000
/** After its first call a service lives so long, at the most. */
const longestLifeMs = 120
/** Once nothing is killed any more, a call is repeated so many times before it counts as never answered. */
const mostTries = 60

/** kill -9, again and again, while all kinds of effects are under way. */
export const killed: Proof = {
  name: 'killed',
  async prove(scale) {
    const kills = scale(1000, 12)
    const parts = await Promise.all(Array.from({ length: folders }, () => killAgain(kills / folders)))
    const sum = (count: (part: KillOutcome) => number): number => parts.reduce((all, part) => all + count(part), 0)
    const faults = parts.flatMap((part) => part.faults)
    return [
      {
        promise: 'A service that is killed loses, tears and doubles nothing',
        tried: `kill -9 ${kills} times within ${longestLifeMs} ms of the first answer, with ${lanes} calls under way: ${effects.map(({ name }) => name).join(', ')}; SQLite, local store and outbox. Each call had an Idempotency-Key; those without an answer were repeated with it by the services after, before any new one. At the end all that was kept was read and held against what was answered.`,
        figure: `${sum(({ calls }) => calls)} calls, ${sum(({ cutOff }) => cutOff)} times cut off under way, the same ones again and again until each had its answer; ${faultsIn(faults)} lost, torn, doubled or wrongly answered${faults.length === 0 ? '' : ` (${tally(faults.map((fault) => fault.split(':')[0] ?? ''))})`}`,
        holds: faults.length === 0,
      },
    ]
  },
}

interface KillOutcome {
  readonly calls: number
  /** Tries that a service had taken and never answered; not those that found none any more. */
  readonly cutOff: number
  readonly faults: readonly string[]
}

/** A call of which no answer came, or one that says to repeat it. */
interface Pending {
  readonly number: number
  readonly tries: number
  /** performance.now() */
  readonly notBefore: number
}

async function killAgain(kills: number): Promise<KillOutcome> {
  const data = mkdtempSync(join(tmpdir(), 'chancery-killed-'))
  const settings = {
    CHANCERY_DATA: data,
    CHANCERY_DEADLINE_MS: String(deadlineMs),
    CHANCERY_CONCURRENCY: '64',
  }
  const [key = ''] = await makeKeys(settings, 1)
  const faults: string[] = []
  const done = new Set<number>()
  let pending: Pending[] = []
  let cutOff = 0
  let isLast = false
  let next = 0

  /** @returns whether the service still answers */
  async function callOnce(caller: Caller, { number, tries }: Pending): Promise<boolean> {
    const effect = effectOf(number)
    const answer = await caller.send({ ...effect.call(number), key, idempotencyKey: `call-${number}` })
    if (answer.status === 200 && isWhole(answer.body)) {
      done.add(number)
      return true
    }
    if (answer.status === 0 && answer.isUnheard !== true) cutOff++
    const isRetryable = answer.status === 0 || answer.body.includes('"retryable":true') || answer.status === 504
    if (!isRetryable || (isLast && tries >= mostTries)) {
      faults.push(`wrong answer: ${effect.name} ${number}, ${answer.status} ${answer.code ?? ''}`)
      return answer.status !== 0
    }
    const waitMs = answer.status === 0 ? leaseMs : 1000
    pending.push({ number, tries: tries + 1, notBefore: performance.now() + waitMs })
    return answer.status !== 0
  }
  /** What waits and may go; else a new call. */
  function nextCall(): Pending {
    const now = performance.now()
    const index = pending.findIndex(({ notBefore }) => notBefore <= now)
    const found = index === -1 ? undefined : pending.splice(index, 1)[0]
    return found ?? { number: next++, tries: 0, notBefore: 0 }
  }

  for (let kill = 0; kill < kills; kill++) {
    const server = await startServer({ settings, data, keys: 0 })
    await untilKilled(server, (caller) => callOnce(caller, nextCall()))
  }

  isLast = true
  pending = pending.map((each) => ({ ...each, tries: 0 }))
  const server = await startServer({ settings, data, keys: 0 })
  const caller = createCaller(server.address, { keepBodies: true })
  while (pending.length > 0) {
    const now = pending
    pending = []
    for (const each of now) {
      await pause(Math.max(0, each.notBefore - performance.now()))
      await callOnce(caller, each)
    }
  }
  caller.close()
  await server.end('SIGTERM')
  const kept = await keptState(data)
  const found = foundIn(kept)
  for (const number of done) {
    const { name, traces } = effectOf(number)
    for (const times of traces(number, found)) {
      if (times === 0) faults.push(`lost: ${name} ${number}`)
      if (times > 1) faults.push(`doubled: ${name} ${number}, ${times} times`)
    }
  }
  for (const each of kept.torn) faults.push(`torn: ${each}`)
  rmSync(data, { recursive: true, force: true, maxRetries: 3 })
  return { calls: next, cutOff, faults }
}

/** Calls in lanes until the service, killed a moment after the first answer, is no more. */
async function untilKilled(server: ProvenServer, call: (caller: Caller) => Promise<boolean>): Promise<void> {
  const caller = createCaller(server.address, { keepBodies: true })
  let killing: Promise<unknown> | undefined
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (await call(caller)) killing ??= pause(Math.random() * longestLifeMs).then(() => server.end('SIGKILL'))
    }),
  )
  await killing
  caller.close()
}
