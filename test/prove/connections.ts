import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { healthFigure, watchHealth } from './health-watch.ts'
import { atRate, createCaller } from './load.ts'
import { officeCall } from './mixed-calls.ts'
import { openDescriptors, residentMb } from './process-tree.ts'
import { type Finding, type Proof, quantile, type Scale, tally } from './promise.ts'
import { startServer } from './proven-server.ts'

const perSecond = 10
const leastGood = 0.99
const warmUpCalls = 20
/** Of the thread that answers for it: who connects to the service itself waits behind all that are opened again. */
const mostHealthMs = 1000
/** Of who holds the connections, for itself. */
const ownDescriptors = 500

/** How many descriptors a process may have; Node takes them all at its start. */
const mostDescriptors = (): number =>
  Number(/^Max open files\s+\S+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? 0)

/** Connections that are held open and say little: without a key, or with one of their own. */
export const connections: Proof = {
  name: 'connections',
  prove: async (scale) => [
    await held(scale, { within: [], about: 'all descriptors that this machine gives a process' }),
    await held(scale, {
      within: ['prlimit', '--nofile=1024'],
      about: 'as few descriptors as many systems give a process (1,024)',
    }),
  ],
}

/** Waits until a service has taken all connections that came: the system holds those of a second for it. */
async function taken(pid: number, mostMs: number): Promise<void> {
  const until = performance.now() + mostMs
  for (let before = 0, now = openDescriptors(pid); now > before && performance.now() < until;) {
    await pause(1000)
    ;[before, now] = [now, openDescriptors(pid)]
  }
}

async function held(
  scale: Scale,
  { within, about }: { readonly within: readonly string[]; readonly about: string },
): Promise<Finding> {
  const count = scale(10_000, 600)
  const durationMs = scale(45_000, 4000)
  const tried = `A third silent, a third with headers that never end, a third with a key and a body byte by byte, from ${Math.ceil(count / 250)} addresses, opened again whenever the service, which was warm, closed them; once the service had taken all, beside them ${perSecond} calls a second and the health, each on a new connection, for ${(durationMs / 1000).toFixed(0)} s. The service had ${about}.`
  const promise = `${count.toLocaleString('en')} slow and idle connections keep nobody from being answered`
  if (mostDescriptors() < count + ownDescriptors) {
    return { promise, tried, figure: `a process may have ${mostDescriptors()} descriptors here`, holds: 'untried' }
  }
  const server = await startServer({ keys: 2, within })
  const caller = createCaller(server.address, { newConnections: true })
  const call = (index: number) => caller.send({ ...officeCall(index), key: server.keys[0] ?? '' })
  // What is tried is not how a service begins, which has its own figure.
  for (let index = 0; index < warmUpCalls; index++) await call(index)
  const holder = spawn(
    process.execPath,
    [join(import.meta.dirname, 'connection-holder.ts'), String(server.port), String(count), server.keys[1] ?? ''],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let told = ''
  holder.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
  // All are there, or as many as the service allows: then some are always being opened again.
  await Promise.race([once(holder.stdout, 'data'), new Promise((resolve) => setTimeout(resolve, scale(15_000, 2000)))])
  await taken(server.pid, scale(60_000, 4000))
  const [health, ownHealth] = [watchHealth(server.address), watchHealth(server.healthAddress)]
  const answers = await atRate(perSecond, durationMs, call)
  const most = openDescriptors(server.pid)
  const memoryMb = residentMb(server.pid)
  const [seen, ownSeen] = await Promise.all([health.stop(), ownHealth.stop()])
  const ended = once(holder, 'exit')
  holder.stdin.end()
  await ended
  const isRunning = server.isRunning()
  await server.stop()
  const unanswered = seen.unanswered + ownSeen.unanswered
  const good = answers.filter(({ status }) => status === 200)
  const p99 = quantile(
    good.map(({ ms }) => ms),
    0.99,
  )
  return {
    promise,
    tried,
    figure: `good caller: ${good.length} of ${answers.length} (${tally(answers.map(({ status }) => status))}), p99 ${p99.toFixed(0)} ms; health ${healthFigure(seen)}; of its own thread ${healthFigure(ownSeen)}; ${most} descriptors open, ${memoryMb.toFixed(0)} MB; held: ${told.replace('all there', '').trim()}`,
    holds: isRunning && good.length >= leastGood * answers.length && unanswered === 0 && ownSeen.p99 < mostHealthMs,
  }
}
