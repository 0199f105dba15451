import { cancellation, ChanceryError, throwIfCancelled } from '@chancery/core'
import type { CommandLine } from './command-line.ts'
import { ConfinedProcess } from './confined-process.ts'
import { shuttingDown } from './job-errors.ts'
import type { SandboxLimits } from './limits.ts'

export interface ChildPoolSettings {
  /** Asked at each start. */
  readonly command: () => Promise<CommandLine>
  /** Children at once. */
  readonly processes: number
  readonly limits: SandboxLimits
  /** Told of what becomes of children. */
  readonly watch: ChildWatch
}

export interface ChildWatch {
  started(): void
  ended(child: ConfinedProcess): void
  /** @param failures so many in a row */
  failed(failures: number): void
}

interface WaitingCall {
  take(child: ConfinedProcess): void
  refuse(error: ChanceryError): void
}

/** A start that fails this often in a row is no accident: calls are refused until one succeeds. */
const patientStarts = 5
const firstBackoffMs = 100
const maxBackoffMs = 2000

/** The children: started as they are needed, kept while they are well, and replaced when they end. */
export class ChildPool {
  readonly #settings: ChildPoolSettings
  /** All that have not ended yet, also those that are only starting. */
  readonly #children = new Set<ConfinedProcess>()
  readonly #idle: ConfinedProcess[] = []
  /** Those that came to serve. */
  readonly #up = new Set<ConfinedProcess>()
  /** Told of each start, whether the child came to serve. */
  readonly #onStart = new Set<(isReady: boolean) => void>()
  readonly #waiting: WaitingCall[] = []
  /** Children that are not ready yet, and those of them that are no processes yet. */
  #starting = 0
  #pending = 0
  #failedStarts = 0
  #backoff: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(settings: ChildPoolSettings) {
    this.#settings = settings
  }

  /** See `SandboxLoad`. */
  get load() {
    const idle = this.#idle.length
    return { busy: this.#up.size - idle, idle, starting: this.#starting, waiting: this.#waiting.length }
  }

  get pids(): number[] {
    return [...this.#children].flatMap(({ pid }) => pid ?? [])
  }

  /** Starts as many as are waited for, and one for whoever comes next, as far as there are places. */
  grow(): void {
    if (this.#isClosed || this.#backoff !== undefined) return
    const spare = this.#idle.length === 0 ? 1 : 0
    const places = this.#settings.processes - this.#children.size - this.#pending
    const wanted = Math.min(places, this.#waiting.length + spare - this.#starting)
    for (let count = 0; count < wanted; count++) void this.#start()
  }

  /**
   * A child that has no job. Who takes it gives it back.
   * @throws `overloaded` (too many wait, children cannot be started, the pool is closed), and what `signal` says
   */
  take(signal: AbortSignal): Promise<ConfinedProcess> {
    throwIfCancelled(signal)
    if (this.#isClosed) throw shuttingDown()
    for (let child = this.#idle.pop(); child !== undefined; child = this.#idle.pop()) {
      if (child.isEnding) continue
      this.grow()
      return Promise.resolve(child)
    }
    if (this.#backoff !== undefined && this.#failedStarts >= patientStarts) throw cannotStart(maxBackoffMs)
    const { waiting } = this.#settings.limits
    if (this.#waiting.length >= waiting) throw busy(waiting)
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(call), 1)
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
      this.#waiting.push(call)
      this.grow()
    })
  }

  /** Resolves when there are as many children for others as there were before the job. */
  async giveBack(child: ConfinedProcess): Promise<void> {
    await child.free()
    if (!child.isEnding && (child.isOutgrown || child.jobs >= this.#settings.limits.jobs)) child.end('closed')
    if (!child.isEnding) return this.#isClosed ? undefined : this.#offer(child)
    await child.ended
    if (!this.#isClosed && this.#backoff === undefined && this.#waiting.length === 0) await this.#start()
  }

  /** Whether there is a child, or the next one that is started comes to serve; one that only takes its time has not failed. */
  async comesToServe(signal: AbortSignal): Promise<boolean> {
    if (this.#isClosed) throw shuttingDown()
    if (this.#up.size > 0) return true
    if (this.#backoff !== undefined) return false
    throwIfCancelled(signal)
    return await new Promise((resolve, reject) => {
      const end = (): void => {
        this.#onStart.delete(told)
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
      const timer = setTimeout(() => told(true), this.#settings.limits.doubtMs)
      this.#onStart.add(told)
      signal.addEventListener('abort', leave, { once: true })
      this.grow()
    })
  }

  /** Ends all children; who runs or waits gets `overloaded`. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#backoff)
    for (const each of this.#waiting.splice(0)) each.refuse(shuttingDown())
    for (const child of this.#children) child.end('closed')
    await Promise.all([...this.#children].map(({ ended }) => ended))
  }

  async #start(): Promise<void> {
    const { command, limits, watch } = this.#settings
    this.#starting++
    this.#pending++
    const child = await command()
      .then((line) => new ConfinedProcess(line, limits))
      .catch(() => undefined)
    this.#pending--
    if (child !== undefined) this.#keep(child)
    const isReady = child !== undefined && (await child.ready)
    this.#starting--
    for (const told of this.#onStart) told(isReady)
    if (this.#isClosed) return
    if (!isReady) return this.#failStart()
    this.#failedStarts = 0
    if (!child.isEnding) this.#up.add(child)
    watch.started()
    this.#offer(child)
  }

  #keep(child: ConfinedProcess): void {
    this.#children.add(child)
    void child.ended.then(() => {
      this.#children.delete(child)
      this.#up.delete(child)
      const place = this.#idle.indexOf(child)
      if (place !== -1) this.#idle.splice(place, 1)
      this.#settings.watch.ended(child)
      if (this.#waiting.length > 0) this.grow()
    })
    if (this.#isClosed) child.end('closed')
  }

  #failStart(): void {
    this.#failedStarts++
    this.#settings.watch.failed(this.#failedStarts)
    const wait = Math.min(firstBackoffMs * 2 ** (this.#failedStarts - 1), maxBackoffMs)
    this.#backoff ??= setTimeout(() => {
      this.#backoff = undefined
      this.grow()
    }, wait)
    if (this.#failedStarts >= patientStarts) {
      for (const each of this.#waiting.splice(0)) each.refuse(cannotStart(wait))
    }
    if (this.#waiting.length === 0) this.#backoff.unref()
  }

  #offer(child: ConfinedProcess): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#idle.push(child)
    else next.take(child)
  }
}

const cannotStart = (retryAfterMs: number): ChanceryError =>
  new ChanceryError('overloaded', 'The processes that do this work cannot be started.', { retryAfterMs })

const busy = (limit: number): ChanceryError =>
  new ChanceryError('overloaded', 'Too many calls wait for this work.', {
    details: { limit },
    retryAfterMs: 1000,
  })
