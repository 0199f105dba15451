import { cancellation, ChanceryError, throwIfCancelled } from '@chancery/core'
import { type CommandLine, commandLine } from './command-line.ts'
import { ConfinedProcess, type JobOptions } from './confined-process.ts'
import { refuseCircle, servicesWhileHeld } from './held-child.ts'
import { defaultSandboxLimits, type SandboxLimits } from './limits.ts'

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
}

/** Runs jobs in child processes that can do no harm but to themselves. */
export interface Sandbox {
  /**
   * Runs a job in the first child that is free. What a service of a job calls may run in another pool, and call no service
   * itself: a TypeError otherwise, since it could wait for a child that its own call holds.
   * @throws what the job throws, where that is a ChanceryError; `payload_too_large` (its budget of time, the memory or the size of an answer is used up),
   *   `payload_too_large` (`details.what`: memory, bytes of the answer), `document_corrupt` (any other end of the child
   *   or of the job), `internal` (code that the job needs cannot be loaded), `overloaded` (too many calls wait, or children cannot be started), and what `signal` says
   */
  run<Answer>(job: string, payload: unknown, options: JobOptions): Promise<Answer>
  /** Starts one child ahead of the first job. */
  prepare(): void
  /** The process ids of the children. */
  pids(): number[]
  /** Ends all children; calls that run or wait get `overloaded`. */
  close(): Promise<void>
}

interface Waiting {
  take(child: ConfinedProcess): void
  refuse(error: ChanceryError): void
}

/** A start that fails this often in a row is no accident: calls are refused until one succeeds. */
const patientStarts = 3
const firstBackoffMs = 100
const maxBackoffMs = 30_000

/** A pool of children. They are started as they are needed, kept while they are well, and replaced when they end. */
export function createSandbox(settings: SandboxSettings): Sandbox {
  const { entry, packages = [], processes, workers = false } = settings
  const limits = { ...defaultSandboxLimits, ...settings.limits }
  const children = new Set<ConfinedProcess>()
  /** All that have not ended yet, also those that are only starting. */
  const endings = new Set<ConfinedProcess>()
  const idle: ConfinedProcess[] = []
  /** Those whose successor is starting, and those whose successor is there. */
  const worn = new WeakSet<ConfinedProcess>()
  const retired = new WeakSet<ConfinedProcess>()
  const waiting: Waiting[] = []
  const pool = {}
  let command: Promise<CommandLine> | undefined
  let starting = 0
  let failedStarts = 0
  let backoff: NodeJS.Timeout | undefined
  let closed = false

  const places = (): number => processes - children.size - starting
  /** Starts as many as are waited for, at most. */
  function grow(): void {
    if (closed || backoff !== undefined) return
    const wanted = Math.min(places(), waiting.length - starting)
    for (let count = 0; count < wanted; count++) void start()
  }

  /** @returns whether there is one more child */
  async function start(): Promise<boolean> {
    starting++
    let child: ConfinedProcess | undefined
    try {
      child = await started()
    } catch {
      // Told below, as any start that came to nothing.
    }
    starting--
    if (closed) return false
    if (child === undefined) {
      failStart()
      return false
    }
    failedStarts = 0
    children.add(child)
    const alive = child
    void child.ended.then(() => children.delete(alive))
    offer(child)
    return true
  }

  async function started(): Promise<ConfinedProcess | undefined> {
    command ??= commandLine(entry, packages, workers, limits)
    const child = new ConfinedProcess(await command, limits, () => {
      // One at work is replaced after it.
      if (leaveIdle(child)) void replace(child)
    })
    endings.add(child)
    void child.ended.then(() => endings.delete(child))
    if (closed) child.end('closed')
    return (await child.ready) ? child : undefined
  }

  function failStart(): void {
    failedStarts++
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

  function take(signal: AbortSignal): Promise<ConfinedProcess> {
    throwIfCancelled(signal)
    if (closed) throw new ChanceryError('overloaded', 'The service is shutting down.')
    for (let child = idle.pop(); child !== undefined; child = idle.pop()) {
      if (!child.isEnding) return Promise.resolve(child)
    }
    if (backoff !== undefined && failedStarts >= patientStarts) throw cannotStart(maxBackoffMs)
    if (waiting.length >= limits.waiting) throw busy(limits.waiting)
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        waiting.splice(waiting.indexOf(entryOf), 1)
        reject(cancellation(signal))
      }
      const entryOf: Waiting = {
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
      waiting.push(entryOf)
      grow()
    })
  }

  async function giveBack(child: ConfinedProcess): Promise<void> {
    await child.free()
    if (closed) return
    if (!child.isEnding && !retired.has(child) && !child.isOutgrown) {
      if (child.jobs >= limits.jobs && !worn.has(child)) void succeed(child)
      return offer(child)
    }
    await replace(child)
  }

  async function replace(child: ConfinedProcess): Promise<void> {
    child.end('closed')
    await child.ended
    // At once, so that the next call finds a child that is warm.
    if (!closed && places() > 0 && backoff === undefined) void start()
  }

  /** @returns whether it was idle; it is given no more jobs then */
  function leaveIdle(child: ConfinedProcess): boolean {
    const place = idle.indexOf(child)
    if (place !== -1) idle.splice(place, 1)
    return place !== -1
  }

  /** Replaces a child that has done its share: it goes on until its successor is there. */
  async function succeed(child: ConfinedProcess): Promise<void> {
    worn.add(child)
    if (!(await start())) return void worn.delete(child)
    retired.add(child)
    if (leaveIdle(child)) child.end('closed')
  }

  return {
    async run(job, payload, { services = {}, ...options }) {
      refuseCircle(pool, services)
      const child = await take(options.signal)
      try {
        return (await child.run(job, payload, { ...options, services: servicesWhileHeld(pool, services) })) as never
      } finally {
        void giveBack(child)
      }
    },
    prepare() {
      if (!closed && backoff === undefined && children.size + starting === 0) void start()
    },
    pids: () => [...endings].flatMap(({ pid }) => pid ?? []),
    async close() {
      closed = true
      clearTimeout(backoff)
      for (const each of waiting.splice(0))
        each.refuse(new ChanceryError('overloaded', 'The service is shutting down.'))
      for (const child of endings) child.end('closed')
      await Promise.all([...endings].map(({ ended }) => ended))
    },
  }
}

const cannotStart = (retryAfterMs: number): ChanceryError =>
  new ChanceryError('overloaded', 'The processes that do this work cannot be started.', { retryAfterMs })

const busy = (limit: number): ChanceryError =>
  new ChanceryError('overloaded', 'Too many calls wait for this work.', {
    details: { limit },
    retryAfterMs: 1000,
  })
