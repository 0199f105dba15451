/**
 * `node health-sampler.ts <address> <every ms>`: asks `/healthz` at an even rate, each time on a new connection, as a platform's
 * probe does, until its standard input ends; then prints what came of it.
 */
import { get } from 'node:http'
import { setPriority } from 'node:os'
import type { HealthSample } from './health-watch.ts'

const [address = '', everyMs = '50'] = process.argv.slice(2)
/** What is not answered by then was not answered. */
const patienceMs = 30_000

// What is measured is the service, not how long this process waits for a processor.
try {
  setPriority(-15)
} catch {
  // Only root may.
}

const samples: HealthSample[] = []
const open = new Set<Promise<void>>()

function ask(): Promise<void> {
  return new Promise((resolve) => {
    const at = Date.now()
    const begin = performance.now()
    const done = (status: number): void => {
      samples.push({ status, ms: performance.now() - begin, at })
      resolve()
    }
    const sent = get(`${address}/healthz`, { agent: false, timeout: patienceMs }, (response) => {
      response.resume()
      response.once('end', () => done(response.statusCode ?? 0))
      response.once('error', () => done(0))
    })
    sent.on('timeout', () => sent.destroy())
    sent.once('error', () => done(0))
  })
}

const timer = setInterval(() => {
  const asked = ask().finally(() => open.delete(asked))
  open.add(asked)
}, Number(everyMs))

// Who asked may be gone by then: there is nobody left to tell.
process.stdout.on('error', () => undefined)
process.stdin.resume().once('end', async () => {
  clearInterval(timer)
  await Promise.all(open)
  process.stdout.write(JSON.stringify(samples))
})
