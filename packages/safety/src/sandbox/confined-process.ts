import { type ChildProcess, spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { cancellation, ChanceryError, throwIfCancelled } from '@chancery/core'
import type { CommandLine } from './command-line.ts'
import type { SandboxLimits } from './limits.ts'
import { receiveMessages, sendMessage } from './message-stream.ts'
import { channelDescriptor, errorOf, failureOf, type Outcome, type ToChild, type ToParent } from './messages.ts'
import { joinAnswer } from './parted-answer.ts'
import { watchMemory } from './resident-memory.ts'

/** What a job may call in this process. What it throws reaches the job as it is, where it is a ChanceryError. */
export type Service = (payload: never, options: ServiceOptions) => Promise<unknown>

export interface ServiceOptions {
  readonly signal: AbortSignal
  /** Adds to the time of the job, in ms, for work that the answer brings. */
  allow(ms: number): void
}

export interface JobOptions {
  /** Time for the job itself, in ms; what it waits for a service is not counted. */
  readonly budget: number
  readonly signal: AbortSignal
  readonly services?: Readonly<Record<string, Service>>
  /**
   * Makes of the answer what the caller gets. A child whose answer it throws at is not what it should be: it is ended, and
   * the call gets `document_corrupt`.
   */
  readonly receive?: (answer: never) => Promise<unknown>
}

interface RunningJob {
  readonly services: Readonly<Record<string, Service>>
  /** For services: aborts when the job has ended, in whatever way. Made at the first call of one. */
  controller?: AbortController
  settle(outcome: Outcome): void
  fail(error: unknown): void
  /** A call of a service has begun (1) or ended (-1). */
  waits(change: 1 | -1): void
  /** Only while a service is called. */
  allow(ms: number): void
}

/** Why a child was killed by us. */
type End = 'time' | 'memory' | 'answer' | 'message' | 'cancelled' | 'closed'

/** Signals by which a process ends that gets no more memory: V8's own end, and the kernel's. */
const memorySignals: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGKILL'])

/** One child, from its start to its end. */
export class ConfinedProcess {
  /** Whether it came to serve; false where it ended before. */
  readonly ready: Promise<boolean>
  readonly ended: Promise<void>
  jobs = 0
  /** Of the job that runs, in ms. */
  private budget = 0
  /** Whether it holds more memory after a job than it may; `outgrown` is called when that comes to be. */
  isOutgrown = false
  /** Whether it has ended, or is about to. */
  isEnding = false
  private readonly child: ChildProcess
  private readonly channel: Duplex
  private readonly limits: SandboxLimits
  private job: RunningJob | undefined
  private reason: End | undefined
  private idle: (() => void) | undefined
  /** What has come of the answer so far. */
  private pieces: (readonly unknown[])[] = []
  private pieceBytes = 0

  constructor({ program, args, memoryBound }: CommandLine, limits: SandboxLimits, outgrown: () => void) {
    this.limits = limits
    this.child = spawn(program, args, {
      // The channel alone: nothing else is inherited, and nobody reads what libraries print.
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      env: process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {},
      cwd: process.platform === 'win32' ? process.env['SystemRoot'] : '/',
      // A group of its own: Ctrl-C in a terminal is for the service, which lets running jobs end.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    // First of all: without it, a start for which no descriptor is left would be nobody's error, and end the service.
    this.child.once('error', () => undefined)
    const channel = this.child.stdio?.[channelDescriptor]
    if (!(channel instanceof Duplex)) throw new Error('The process could not be started.')
    this.channel = channel
    const { pid } = this.child
    const unwatch =
      memoryBound || pid === undefined ? undefined : watchMemory(pid, limits.residentBytes, () => this.end('memory'))
    let become: (ready: boolean) => void
    this.ready = new Promise((resolve) => (become = resolve))
    const late = setTimeout(() => this.end('time'), limits.startMs).unref()
    this.ended = new Promise((resolve) => {
      const end = (signal: string | null): void => {
        clearTimeout(late)
        unwatch?.()
        this.isEnding = true
        this.channel.destroy()
        become(false)
        this.job?.fail(this.failure(signal))
        resolve()
      }
      this.child.once('exit', (_code, signal) => end(signal))
      this.child.once('error', () => end(null))
    })
    // A child that has just ended cannot be written to; its end is told by `exit`.
    this.channel.on('error', () => undefined)
    let residentAtFirst = 0
    receiveMessages(this.channel, limits.answerBytes, {
      message: (received, bytes) => {
        const message = received as ToParent
        if (message.type === 'ready') {
          residentAtFirst = message.resident
          clearTimeout(late)
          this.keepsAlive(false)
          become(true)
        } else if (message.type === 'grown') {
          this.isOutgrown = message.resident - residentAtFirst > limits.grownBytes
          if (this.isOutgrown) outgrown()
        } else this.receive(message, bytes)
      },
      tooLong: () => this.end('answer'),
      unreadable: () => this.end('message'),
    })
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  /** Resolves once the child has no job: its caller may have gone before. */
  async free(): Promise<void> {
    if (this.job !== undefined) await new Promise<void>((resolve) => (this.idle = resolve))
  }

  /**
   * Runs one job; the caller takes care that there is no other.
   * @throws what the job throws; `payload_too_large` (time, memory, answer) or `document_corrupt` where the child ends;
   *   `internal` where the child lacks code
   */
  async run(name: string, payload: unknown, options: JobOptions): Promise<unknown> {
    const answer = await this.answerOf(name, payload, options)
    if (options.receive === undefined) return answer
    try {
      return await options.receive(answer as never)
    } catch {
      this.end('message')
      throw this.failure(null)
    }
  }

  private async answerOf(
    name: string,
    payload: unknown,
    { budget, signal, services = {} }: JobOptions,
  ): Promise<unknown> {
    throwIfCancelled(signal)
    this.jobs++
    this.budget = budget
    return await new Promise((resolve, reject) => {
      let left = budget
      let since = performance.now()
      let waiting = 0
      const expire = (): void => this.end('time')
      let timer = setTimeout(expire, left)
      const abort = (): void => {
        clearTimeout(timer)
        reject(cancellation(signal))
        this.job?.controller?.abort(signal.reason)
        this.send({ type: 'cancel' })
        timer = setTimeout(() => this.end('cancelled'), this.limits.cancelMs)
      }
      const finish = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
        this.job?.controller?.abort()
        this.job = undefined
        this.keepsAlive(false)
        this.idle?.()
        this.idle = undefined
      }
      this.job = {
        services,
        settle: (outcome) => {
          // First: what a broken child says may be no outcome at all.
          const failure = outcome.ok ? undefined : this.failureOf(outcome)
          finish()
          if (outcome.ok) return resolve(outcome.value)
          // What filled the memory may still be held.
          if ('fault' in outcome && outcome.fault === 'memory') this.end('memory')
          reject(failure)
        },
        fail: (error) => {
          finish()
          reject(error)
        },
        waits: (change) => {
          if (signal.aborted) return
          if (change === 1 && waiting === 0) {
            clearTimeout(timer)
            left -= performance.now() - since
          }
          waiting += change
          if (change === -1 && waiting === 0) {
            since = performance.now()
            timer = setTimeout(expire, left)
          }
        },
        allow: (ms) => {
          left += ms
          this.budget += ms
        },
      }
      try {
        // First, so that the child begins while the rest is done here.
        sendMessage(this.channel, { type: 'run', job: name, payload } satisfies ToChild)
      } catch (error) {
        return this.job.fail(error)
      }
      this.keepsAlive(true)
      signal.addEventListener('abort', abort, { once: true })
    })
  }

  end(reason: End): void {
    this.reason ??= reason
    this.isEnding = true
    this.keepsAlive(true)
    this.child.kill('SIGKILL')
  }

  private send(message: ToChild): void {
    if (this.channel.writable) sendMessage(this.channel, message)
  }

  private receive(message: Extract<ToParent, { type: 'piece' | 'answer' | 'call' }>, bytes: number): void {
    if (message.type === 'call') {
      if (this.job !== undefined) void this.serve(this.job, message.call, message.service, message.payload)
    } else if (message.type === 'piece') {
      this.pieceBytes += bytes
      if (this.pieceBytes > this.limits.answerBytes) return this.end('answer')
      this.pieces.push(message.items)
    } else if (message.type === 'answer') {
      const { outcome, parted = [] } = message
      const { pieces } = this
      this.pieces = []
      this.pieceBytes = 0
      this.job?.settle(joinAnswer({ value: outcome, arrays: parted, pieces }) as Outcome)
    } else throw new TypeError('A child says what nobody knows.')
  }

  private async serve(job: RunningJob, call: number, name: string, payload: unknown): Promise<void> {
    let outcome: Outcome
    job.waits(1)
    job.controller ??= new AbortController()
    try {
      const service = Object.hasOwn(job.services, name) ? job.services[name] : undefined
      if (service === undefined) throw new TypeError('There is no such service.')
      const options: ServiceOptions = { signal: job.controller.signal, allow: (ms) => job.allow(ms) }
      outcome = { ok: true, value: await service(payload as never, options) }
    } catch (error) {
      outcome = failureOf(error)
      if (this.job === job && !('problem' in outcome)) return this.abandon(job, error)
    }
    if (this.job !== job) return
    job.waits(-1)
    try {
      this.send({ type: 'reply', call, outcome })
    } catch (error) {
      this.abandon(job, error)
    }
  }

  /** Ends a job at a fault of this process, which is none of the job's. */
  private abandon(job: RunningJob, error: unknown): void {
    job.fail(error)
    this.end('cancelled')
  }

  /** A child that starts, works or ends keeps this process alive, an idle one does not. */
  private keepsAlive(does: boolean): void {
    const handles = [this.child, this.channel as unknown as { ref(): void; unref(): void }]
    for (const handle of handles) {
      if (does) handle.ref()
      else handle.unref()
    }
  }

  private failureOf(outcome: Exclude<Outcome, { readonly ok: true }>): ChanceryError {
    if ('problem' in outcome) return errorOf(outcome.problem)
    if (outcome.fault === 'exception') return unreadable(outcome.trace)
    if (outcome.fault === 'program') return incomplete(outcome.trace)
    return tooMuchMemory(this.limits)
  }

  private failure(signal: string | null): ChanceryError {
    switch (this.reason) {
      case 'time':
        return tooMuchTime(this.budget)
      case 'cancelled':
        return new ChanceryError('cancelled', 'The call was cancelled.')
      case 'closed':
        return new ChanceryError('overloaded', 'The service is shutting down.')
      case 'answer':
        return new ChanceryError('payload_too_large', 'What would be answered is larger than allowed.', {
          details: { what: 'bytes of the answer', limit: this.limits.answerBytes },
        })
      case 'memory':
        return tooMuchMemory(this.limits)
      case 'message':
        return unreadable('it said what is no message')
      default:
        return memorySignals.has(signal) ? tooMuchMemory(this.limits) : unreadable(`ended by ${signal ?? 'itself'}`)
    }
  }
}

/** The budget is what a document of its size may take: using it up is no fault of the service, whose deadlines are others'. */
const tooMuchTime = (budget: number): ChanceryError =>
  new ChanceryError(
    'payload_too_large',
    'The work on it takes longer than a document of its size may, and was stopped.',
    {
      details: { what: 'ms of work', limit: Math.round(budget) },
    },
  )

const tooMuchMemory = ({ heapBytes }: SandboxLimits): ChanceryError =>
  new ChanceryError('payload_too_large', 'The work on it needs more memory than it may have.', {
    details: { what: 'memory', limit: heapBytes },
  })

/** @param trace for the log */
const incomplete = (trace: string): ChanceryError =>
  new ChanceryError('internal', 'Something went wrong here.', { cause: trace })

/** @param trace for the log */
const unreadable = (trace: string): ChanceryError =>
  new ChanceryError('document_corrupt', 'It cannot be read: it brings the program that reads it to fail.', {
    cause: trace,
  })
