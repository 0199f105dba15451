import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { developmentServer } from '../../apps/server/src/server-program.test-support.ts'
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
  /** MB of memory of the process as the kernel counts them, without its children and its garbage. */
  residentMb(): Promise<number>
  /** Share of one core that the children of the process use, though nobody waits for them: 0 where none works on. */
  childrenAtWork(): Promise<number>
  isRunning(): boolean
  stop(): Promise<void>
}

/** MB by which the process may grow over all attacks. */
export const mostGrowthMb = 64

/** More than a call may wait and take: whatever comes later never comes, however busy the machine is. */
const patienceMs = 100_000

/** What is freed outside of V8's heap is given back by another thread, and some of it only after the next collection. */
const collections = 4
const betweenCollectionsMs = 500

/** The processes that a process has started. */
const childrenOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter((child) => child !== '')

/** Hundredths of a second that a process has worked (proc(5): utime and stime, behind the name in brackets). */
function worked(pid: string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/**
 * The server in a process of its own: a document that hangs or kills it hangs or kills no test, and
 * its memory is its own.
 */
export async function startAttackedService(): Promise<AttackedService> {
  const data = mkdtempSync(join(tmpdir(), 'chancery-hostile-'))
  const collector = join(import.meta.dirname, 'collect-garbage.ts')
  const child = spawn(process.execPath, ['--expose-gc', '--import', collector, ...developmentServer], {
    env: {
      ...childEnvironment,
      CHANCERY_PORT: '0',
      CHANCERY_DATA: data,
      CHANCERY_LOG: 'off',
      CHANCERY_RATE_PER_MINUTE: '1000000',
      CHANCERY_CONCURRENCY: '64',
      // Some attacks take seconds; those behind them are to be tried all the same.
      CHANCERY_QUEUE_MS: '60000',
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
          // A connection of its own: one kept since a call before may be closed while attacks are being made here.
          headers: { 'content-type': 'application/json', 'x-api-key': key, connection: 'close' },
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
    async residentMb() {
      for (let round = 0; round < collections; round++) {
        child.kill('SIGWINCH')
        await pause(betweenCollectionsMs)
      }
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    },
    async childrenAtWork() {
      const ms = 500
      const before = new Map(childrenOf(child.pid ?? 0).map((pid) => [pid, worked(pid)]))
      await pause(ms)
      const ticks = [...before].map(([pid, start]) => Math.max(0, worked(pid) - start))
      return (ticks.reduce((sum, each) => sum + each, 0) * 10) / ms
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
