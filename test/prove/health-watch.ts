import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { quantile } from './promise.ts'

export interface HealthSample {
  /** 0: no answer. */
  readonly status: number
  readonly ms: number
  /** When it was asked, in ms since 1970. */
  readonly at: number
}

/** What `/healthz` answered while something else went on. */
export interface Health {
  readonly asked: number
  readonly unanswered: number
  /** ms */
  readonly p99: number
  /** ms */
  readonly longest: number
  /** When the one was asked that took longest, in ms since 1970. */
  readonly longestAt: number
}

/** Asks for the health of a service from another process, until it is told to stop. */
export function watchHealth(address: string, everyMs = 50): { stop(): Promise<Health> } {
  const sampler = join(import.meta.dirname, 'health-sampler.ts')
  const child = spawn(process.execPath, [sampler, address, String(everyMs)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const printed = text(child.stdout)
  const ended = once(child, 'exit')
  // One that is gone is told by what it did not print.
  child.stdin.on('error', () => undefined)
  return {
    async stop() {
      child.stdin.end()
      await ended
      const samples = JSON.parse(await printed) as readonly HealthSample[]
      const times = samples.map(({ ms }) => ms)
      return {
        asked: samples.length,
        unanswered: samples.filter(({ status }) => status !== 200).length,
        p99: quantile(times, 0.99),
        longest: quantile(times, 1),
        longestAt: samples.toSorted((one, other) => other.ms - one.ms)[0]?.at ?? 0,
      }
    },
  }
}

/** `p99 12 ms, longest 40 ms, 0 of 1200 unanswered`. */
export const healthFigure = ({ asked, unanswered, p99, longest }: Health): string =>
  `p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, ${unanswered} of ${asked} unanswered`
