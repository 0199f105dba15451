import { ChanceryError, type Logger, measured, type RunningSpan, type Telemetry, unready } from '@chancery/core'
import { ChildPool, type ChildWatch } from './child-pool.ts'
import { type CommandLine, commandLine } from './command-line.ts'
import type { Confinement } from './confinement.ts'
import { endedTwice, UnexpectedEnd } from './job-errors.ts'
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

/** A pool of children, and the jobs that run in it. */
export function createSandbox(settings: SandboxSettings): Sandbox {
  const { entry, packages = [], processes, workers = false, watch } = settings
  const limits = { ...defaultSandboxLimits, ...settings.limits }
  const stopped = new StoppedContents(limits.refuseMs)
  let known: Promise<CommandLine> | undefined
  const command = (): Promise<CommandLine> => (known ??= commandLine(entry, packages, workers, limits))
  const children = new ChildPool({ command, processes, limits, watch: tellingOf(watch) })

  async function runOnce(
    job: string,
    payload: unknown,
    options: SandboxJob,
    span: RunningSpan | undefined,
  ): Promise<unknown> {
    const asked = performance.now()
    const child = await children.take(options.signal)
    const waitMs = performance.now() - asked
    watch?.telemetry.record('chancery.job.wait', waitMs / 1000, { job })
    const services = servicesWhileHeld(children, options.services ?? {})
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
      const replaced = children.giveBack(child)
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
    refuseCircle(children, services)
    const before = stopped.errorOf(job, contents)
    if (before !== undefined) throw before
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

  return {
    run: (job, payload, options) => measuredJob(job, (span) => runTried(job, payload, options, span)),
    async check({ signal }) {
      if (await children.comesToServe(signal)) return
      throw unready('sandbox', 'children_cannot_start', 'The processes that take documents apart cannot be started.')
    },
    load: () => children.load,
    prepare: () => children.grow(),
    pids: () => children.pids,
    confinement: async () => (await command()).confinement,
    close: () => children.close(),
  }
}

const tellingOf = (watch: SandboxWatch | undefined): ChildWatch => ({
  started: () => watch?.telemetry.count('chancery.children.started'),
  ended: ({ endReason }) => watch?.telemetry.count('chancery.children.ended', { reason: endReason }),
  failed: (failures) => watch?.logger.log('warning', 'child-not-started', { failures }),
})

/** Whether it was the work itself that was too much: a limit on pages or rows costs next to nothing to find again. */
const isOfWork = ({ details }: ChanceryError): boolean => ['ms of work', 'memory'].includes(String(details['what']))
