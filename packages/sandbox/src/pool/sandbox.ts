import {
  cancellation,
  ChanceryError,
  type Logger,
  measured,
  type RunningSpan,
  type Telemetry,
  throwIfCancelled,
  unready,
} from '@chancery/core'
import { type CommandLine, commandLine } from './command-line.ts'
import { ConfinedProcess } from './confined-process.ts'
import type { Confinement } from './confinement.ts'
import { endedTwice, shuttingDown, UnexpectedEnd } from './job-errors.ts'
import { defaultSandboxLimits, type SandboxLimits } from './limits.ts'
import { refuseCircle, servicesWhileHeld } from './held-child.ts'
import type { JobOptions } from './running-job.ts'
import { StoppedContents } from './stopped-contents.ts'

export interface SandboxSettings {
  /** The module that the children run; it calls `serveJobs`. */
  readonly entry: URL
  /** Names of the packages that it loads; with all that they depend on, they are what a child can read. */
  readonly packages?: readonly string[]
  /** Children at once. */
  readonly processes: number
  /** Lets a child start worker threads, for libraries that cannot do without. */
  readonly workers?: boolean
  readonly limits?: Partial<SandboxLimits>
  /** Absent: nobody is told what jobs and children do. */
  readonly watch?: SandboxWatch
}

/** Who is told what jobs and children do. */
export interface SandboxWatch {
  readonly telemetry: Telemetry
  readonly logger: Logger
}

/** What a pool is busy with. */
export interface SandboxLoad {
  /** Children with a job, and without. */
  readonly busy: number
  readonly idle: number
  readonly starting: number
  /** Jobs that wait for a child. */
  readonly waiting: number
}

/** One job for a child. */
export interface SandboxJob extends JobOptions {
  /** The documents that the work is on: while one is remembered for being stopped, it is refused at once. */
  readonly contents?: readonly Uint8Array[]
}

/** Runs jobs in child processes that can do no harm but to themselves. */
export interface Sandbox {
  /**
   * Runs a job in the first child that is free. A child that ends unexpectedly is no proof against the job: it is tried
   * once more, on a fresh one. What a service of a job calls may not run in this pool, and may call no service itself: a
   * TypeError, since it could wait for a child that its own call holds.
   * @throws what the job throws, where that is a ChanceryError; `payload_too_large` (its work, memory or answer is more than
   *   it may have), `document_corrupt` (it brings its program to fail), `internal` (code that it needs cannot be loaded),
   *   `overloaded` (too many calls wait, children cannot be started, or were ended from outside), and what `signal` says
   */
  run<Answer>(job: string, payload: unknown, options: SandboxJob): Promise<Answer>
  /** Starts one child ahead of the first job. */
  prepare(): void
  /**
   * Resolves when there is a child, or the start of one has not failed.
   * @throws `provider_unavailable` with the reason `children_cannot_start`
   */
  check(options: { readonly signal: AbortSignal }): Promise<void>
  load(): SandboxLoad
  /** The process ids of the children. */
  pids(): number[]
  /** What the machine confines children with, besides Node's own permissions. */
  confinement(): Promise<Confinement>
  /** Ends all children; calls that run or wait get `overloaded`. */
  close(): Promise<void>
}

interface WaitingCall {
  take(child: ConfinedProcess): void
  refuse(error: ChanceryError): void
}

/** How long a check waits for a start before it counts as none that failed, in ms. */
const doubtMs = 1000

/** A start that fails this often in a row is no accident: calls are refused until one succeeds. */
const patientStarts = 5
const firstBackoffMs = 100
const maxBackoffMs = 2000

/** A pool of children. They are started as they are needed, kept while they are well, and replaced when they end. */
export function createSandbox(settings: SandboxSettings): Sandbox {
  const { entry, packages = [], processes, workers = false, watch } = settings
  const limits = { ...defaultSandboxLimits, ...settings.limits }
  /** All that have not ended yet, also those that are only starting. */
  const children = new Set<ConfinedProcess>()
  const idle: ConfinedProcess[] = []
  /** Those that came to serve. */
  const up = new Set<ConfinedProcess>()
  /** Told of each start, whether the child came to serve. */
  const onStart = new Set<(isReady: boolean) => void>()
  const waiting: WaitingCall[] = []
  const pool = {}
  const stopped = new StoppedContents(limits.refuseMs)
  let command: Promise<CommandLine> | undefined
  /** Children that are not ready yet, and those of them that are no processes yet. */
  let starting = 0
  let pending = 0
  let failedStarts = 0
  let backoff: NodeJS.Timeout | undefined
  let closed = false

  const commandOf = (): Promise<CommandLine> => (command ??= commandLine(entry, packages, workers, limits))

  /** Starts as many as are waited for, and one for whoever comes next, as far as there are places. */
  function grow(): void {
    if (closed || backoff !== undefined) return
    const spare = idle.length === 0 ? 1 : 0
    const wanted = Math.min(processes - children.size - pending, waiting.length + spare - starting)
    for (let count = 0; count < wanted; count++) void start()
  }

  async function start(): Promise<void> {
    starting++
    pending++
    const child = await commandOf().then(
      (line) => new ConfinedProcess(line, limits),
      () => undefined,
    )
    pending--
    if (child !== undefined) {
      children.add(child)
      void child.ended.then(() => {
        children.delete(child)
        up.delete(child)
        leaveIdle(child)
        watch?.telemetry.count('chancery.children.ended', { reason: child.endReason })
        if (waiting.length > 0) grow()
      })
      if (closed) child.end('closed')
    }
    const isReady = child !== undefined && (await child.ready)
    starting--
    for (const told of onStart) told(isReady)
    if (closed) return
    if (!isReady) return failStart()
    failedStarts = 0
    if (!child.isEnding) up.add(child)
    watch?.telemetry.count('chancery.children.started')
    offer(child)
  }

  function failStart(): void {
    failedStarts++
    watch?.logger.log('warning', 'child-not-started', { failures: failedStarts })
    const wait = Math.min(firstBackoffMs * 2 ** (failedStarts - 1), maxBackoffMs)
    backoff ??= setTimeout(() => {
      backoff = undefined
      grow()
    }, wait)
    if (failedStarts >= patientStarts) for (const each of waiting.splice(0)) each.refuse(cannotStart(wait))
    if (waiting.length === 0) backoff.unref()
  }

  function offer(child: ConfinedProcess): void {
    const next = waiting.shift()
    if (next === undefined) idle.push(child)
    else next.take(child)
  }

  function leaveIdle(child: ConfinedProcess): void {
    const place = idle.indexOf(child)
    if (place !== -1) idle.splice(place, 1)
  }

  function take(signal: AbortSignal): Promise<ConfinedProcess> {
    throwIfCancelled(signal)
    if (closed) throw shuttingDown()
    for (let child = idle.pop(); child !== undefined; child = idle.pop()) {
      if (child.isEnding) continue
      grow()
      return Promise.resolve(child)
    }
    if (backoff !== undefined && failedStarts >= patientStarts) throw cannotStart(maxBackoffMs)
    if (waiting.length >= limits.waiting) throw busy(limits.waiting)
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(call), 1)
        reject(cancellation(signal))
      }
      const call: WaitingCall = {
        take(child) {
          signal.removeEventListener('abort', leave)
          resolve(child)
        },
        refuse(error) {
          signal.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(call)
      grow()
    })
  }

  /** Resolves when there are as many children for others as there were before the job. */
  async function giveBack(child: ConfinedProcess): Promise<void> {
    await child.free()
    if (!child.isEnding && (child.isOutgrown || child.jobs >= limits.jobs)) child.end('closed')
    if (!child.isEnding) return closed ? undefined : offer(child)
    await child.ended
    if (!closed && backoff === undefined && waiting.length === 0) await start()
  }

  async function runOnce(
    job: string,
    payload: unknown,
    options: SandboxJob,
    span: RunningSpan | undefined,
  ): Promise<unknown> {
    const asked = performance.now()
    const child = await take(options.signal)
    const waitMs = performance.now() - asked
    watch?.telemetry.record('chancery.job.wait', waitMs / 1000, { job })
    const services = servicesWhileHeld(pool, options.services ?? {})
    try {
      const answer = await child.run(job, payload, { ...options, services })
      span?.note({ waitMs, cpuMs: child.jobCpuMs })
      return answer
    } catch (error) {
      const { endReason } = child
      if (child.isEnding && endReason !== 'closed' && endReason !== 'cancelled') {
        watch?.logger.log('warning', 'child-ended', { job, reason: endReason, child: child.pid ?? 0 })
      }
      throw error
    } finally {
      // A job that wears its child out has its own caller wait for the next one, and not somebody else.
      const replaced = giveBack(child)
      if (!options.signal.aborted) await replaced
    }
  }

  async function runTried<Answer>(
    job: string,
    payload: unknown,
    options: SandboxJob,
    span?: RunningSpan,
  ): Promise<Answer> {
    const { contents = [], services = {} } = options
    refuseCircle(pool, services)
    const known = stopped.errorOf(job, contents)
    if (known !== undefined) throw known
    try {
      try {
        return (await runOnce(job, payload, options, span)) as never
      } catch (error) {
        if (!(error instanceof UnexpectedEnd)) throw error
        return (await runOnce(job, payload, options, span)) as never
      }
    } catch (error) {
      if (error instanceof UnexpectedEnd) throw endedTwice(error)
      if (ChanceryError.is(error) && error.code === 'payload_too_large' && isOfWork(error)) {
        stopped.add(job, contents, error)
      }
      throw error
    }
  }

  const measuredJob = <Answer>(job: string, run: (span?: RunningSpan) => Promise<Answer>): Promise<Answer> =>
    watch === undefined
      ? run()
      : measured(
          watch.telemetry,
          { name: `job ${job}`, attributes: { job }, histogram: 'chancery.job.duration' },
          () => performance.now(),
          run,
        )

  /** Whether the next child that is started comes to serve. */
  function nextStart(signal: AbortSignal): Promise<boolean> {
    throwIfCancelled(signal)
    return new Promise((resolve, reject) => {
      const end = (): void => {
        onStart.delete(told)
        clearTimeout(timer)
        signal.removeEventListener('abort', leave)
      }
      const told = (isReady: boolean): void => {
        end()
        resolve(isReady)
      }
      const leave = (): void => {
        end()
        reject(cancellation(signal))
      }
      // One that only takes its time has not failed.
      const timer = setTimeout(() => told(true), doubtMs)
      onStart.add(told)
      signal.addEventListener('abort', leave, { once: true })
      grow()
    })
  }

  return {
    run: (job, payload, options) => measuredJob(job, (span) => runTried(job, payload, options, span)),
    async check({ signal }) {
      if (closed) throw shuttingDown()
      if (up.size > 0) return
      if (backoff === undefined && (await nextStart(signal))) return
      throw unready('sandbox', 'children_cannot_start', 'The processes that take documents apart cannot be started.')
    },
    load: () => ({ busy: up.size - idle.length, idle: idle.length, starting, waiting: waiting.length }),
    prepare: grow,
    pids: () => [...children].flatMap(({ pid }) => pid ?? []),
    confinement: async () => (await commandOf()).confinement,
    async close() {
      closed = true
      clearTimeout(backoff)
      for (const each of waiting.splice(0)) each.refuse(shuttingDown())
      for (const child of children) child.end('closed')
      await Promise.all([...children].map(({ ended }) => ended))
    },
  }
}

/** Whether it was the work itself that was too much: a limit on pages or rows costs next to nothing to find again. */
const isOfWork = ({ details }: ChanceryError): boolean => ['ms of work', 'memory'].includes(String(details['what']))

const cannotStart = (retryAfterMs: number): ChanceryError =>
  new ChanceryError('overloaded', 'The processes that do this work cannot be started.', { retryAfterMs })

const busy = (limit: number): ChanceryError =>
  new ChanceryError('overloaded', 'Too many calls wait for this work.', {
    details: { limit },
    retryAfterMs: 1000,
  })
