import { cancellation } from '@chancery/core'
import { type ProcessUsage, usageOf } from './process-usage.ts'

/** What a job may call in the service's process. A `ChanceryError` that it throws reaches the job as it is. */
export type Service = (payload: never, options: ServiceOptions) => Promise<unknown>

export interface ServiceOptions {
  readonly signal: AbortSignal
  /** Adds to the work that the job may do, in ms on a processor, for what the answer brings. */
  allow(ms: number): void
}

export interface JobOptions {
  /** Time on a processor for the job, in ms. How long it takes by the clock is for `signal` to bound. */
  readonly budget: number
  readonly signal: AbortSignal
  readonly services?: Readonly<Record<string, Service>>
}

/** How often it is looked at what a child has used, in ms. */
const lookMs = 20

interface JobHandlers {
  /** @param cpuMs time on a processor that the job has used so far */
  used(cpuMs: number, child: ProcessUsage): void
  aborted(): void
}

/** One job of a child, from its start until it is known what became of it. */
export class RunningJob {
  /** Settles once. */
  readonly answer: Promise<unknown>
  readonly services: Readonly<Record<string, Service>>
  /** Time on a processor, in ms. */
  budget: number
  /** Aborts when the job has ended, in whatever way. Made for who asks: most jobs call no service, and aborting is costly. */
  get ended(): AbortSignal {
    if (this.isEnded) return AbortSignal.abort()
    this.ending ??= new AbortController()
    return this.ending.signal
  }
  private ending: AbortController | undefined
  private isEnded = false
  private readonly finish: () => void
  private resolve!: (value: unknown) => void
  private reject!: (error: unknown) => void

  constructor(pid: number, { budget, signal, services = {} }: JobOptions, handlers: JobHandlers) {
    this.budget = budget
    this.services = services
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    const meter = cpuMeter(pid)
    const looks = setInterval(() => {
      const { cpuMs, child } = meter()
      handlers.used(cpuMs, child)
    }, lookMs)
    const abort = (): void => {
      this.fail(cancellation(signal))
      handlers.aborted()
    }
    signal.addEventListener('abort', abort, { once: true })
    this.finish = () => {
      clearInterval(looks)
      signal.removeEventListener('abort', abort)
      this.isEnded = true
      this.ending?.abort()
    }
  }

  settle(value: unknown): void {
    this.finish()
    this.resolve(value)
  }

  fail(error: unknown): void {
    this.finish()
    this.reject(error)
  }
}

/** What a process has used since the first look: most jobs have ended before. Outside Linux that cannot be told, and the clock stands in for the processor. */
function cpuMeter(pid: number): () => { readonly cpuMs: number; readonly child: ProcessUsage } {
  let before: ProcessUsage | undefined
  const since = performance.now()
  return () => {
    const child = usageOf(pid)
    before ??= child
    return before === undefined || child === undefined
      ? { cpuMs: performance.now() - since, child: { cpuMs: 0, residentBytes: 0 } }
      : { cpuMs: child.cpuMs - before.cpuMs, child }
  }
}
