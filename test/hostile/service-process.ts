import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { printed } from '../bench/service-process.ts'

/** An answer of the service, and how long it took. */
export interface TimedAnswer {
  /** 0 where none came in time, or the connection broke. */
  readonly status: number
  readonly contentType: string
  readonly code: string | undefined
  readonly ms: number
}

export interface AttackedService {
  post(operation: string, input: object): Promise<TimedAnswer>
  /** Memory that the process still holds after its garbage was collected, in MB. */
  heldMb(): Promise<number>
  isRunning(): boolean
  stop(): Promise<void>
}

const patienceMs = 10_000

/** V8 gives memory back when it pleases; what is asked here is what is really held. */
const collector = 'data:text/javascript,process.on("SIGUSR2",()=>{gc();gc()})'

/**
 * The server from its sources, in a process of its own: a document that hangs or kills it hangs or kills no test, and
 * its memory is its own.
 */
export async function startAttackedService(): Promise<AttackedService> {
  const data = mkdtempSync(join(tmpdir(), 'chancery-hostile-'))
  const server = join(import.meta.dirname, '../../apps/server/src/main.ts')
  const child = spawn(process.execPath, ['--expose-gc', '--import', collector, server], {
    env: {
      PATH: process.env['PATH'] ?? '',
      CHANCERY_PORT: '0',
      CHANCERY_DATA: data,
      CHANCERY_LOG: 'off',
      CHANCERY_RATE_PER_MINUTE: '1000000',
      CHANCERY_CONCURRENCY: '64',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const text = await printed(child, /key\s+(chk_\S+)/)
  const address = /address\s+(\S+)/.exec(text)?.[1] ?? ''
  const key = /key\s+(chk_\S+)/.exec(text)?.[1] ?? ''
  return {
    async post(operation, input) {
      const begin = performance.now()
      try {
        const response = await fetch(`${address}/${operation}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': key },
          body: JSON.stringify(input),
          signal: AbortSignal.timeout(patienceMs),
        })
        const body = response.ok ? await response.arrayBuffer() : ((await response.json()) as { code?: string })
        return {
          status: response.status,
          contentType: response.headers.get('content-type') ?? '',
          code: 'code' in body ? body.code : undefined,
          ms: performance.now() - begin,
        }
      } catch {
        return { status: 0, contentType: '', code: undefined, ms: performance.now() - begin }
      }
    },
    async heldMb() {
      child.kill('SIGUSR2')
      await pause(1000)
      return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGTERM')
        const force = setTimeout(() => child.kill('SIGKILL'), 5000)
        await ended
        clearTimeout(force)
      }
      rmSync(data, { recursive: true, force: true })
    },
  }
}
