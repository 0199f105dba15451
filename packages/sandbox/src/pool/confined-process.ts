import { type ChildProcess, spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import { throwIfCancelled } from '@chancery/core'
import { channelDescriptor, failureOf, type Outcome, type ToChild, type ToParent } from '../messages/message.ts'
import { receiveMessages, sendMessage } from '../messages/message-stream.ts'
import type { CommandLine } from './command-line.ts'
import { endError, type EndReason, outcomeError } from './job-errors.ts'
import type { SandboxLimits } from './limits.ts'
import { type JobOptions, RunningJob } from './running-job.ts'

/** One child, from its start to its end. It works on one job at a time. */
export class ConfinedProcess {
  /** Whether it came to serve. */
  readonly ready: Promise<boolean>
  readonly ended: Promise<void>
  /** Time on a processor of the last job that it answered, in ms, by its own word. */
  jobCpuMs = 0
  /** How many jobs it was given. */
  jobs = 0
  /** Whether it holds more memory than it may between jobs. */
  isOutgrown = false
  /** Whether it has ended, or is about to. */
  isEnding = false
  private readonly child: ChildProcess
  private readonly channel: Duplex
  private readonly limits: SandboxLimits
  private job: RunningJob | undefined
  private reason: EndReason | undefined
  /** Called when the child has no job any more, though its caller went before. */
  private whenFree: (() => void) | undefined
  private isBusy = false

  /** @throws where the system does not even try to start it, for want of descriptors or memory */
  constructor({ program, args, confinement }: CommandLine, limits: SandboxLimits) {
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
    // A child that has just ended cannot be written to; its end is seen by `exit`.
    this.channel.on('error', () => undefined)
    this.watchesMemory = !confinement.withLimits
    const late = setTimeout(() => this.end('late'), limits.startMs).unref()
    let become: (ready: boolean) => void
    this.ready = new Promise((resolve) => (become = resolve))
    this.ended = new Promise((resolve) => {
      const end = (signal: string | null): void => {
        clearTimeout(late)
        this.isEnding = true
        this.channel.destroy()
        become(false)
        this.job?.fail(endError(this.reason, signal, this.job.budget, this.limits))
        this.becomeFree()
        resolve()
      }
      this.child.once('exit', (_code, signal) => end(signal))
      this.child.once('error', () => end(null))
    })
    let residentAtFirst = 0
    receiveMessages(this.channel, limits.answerBytes, {
      message: (received) => {
        const message = received as ToParent
        switch (message.type) {
          case 'ready':
            residentAtFirst = message.resident
            clearTimeout(late)
            if (!this.isEnding) this.keepAlive(false)
            return become(true)
          case 'call':
            if (this.job !== undefined) void this.serve(this.job, message)
            return
          case 'answer':
            this.isOutgrown = message.resident - residentAtFirst > limits.grownBytes
            this.jobCpuMs = message.cpuMs
            return this.receive(message.outcome)
          default:
            throw new TypeError('A child says what nobody knows.')
        }
      },
      tooLong: () => this.end('answer'),
      unreadable: () => this.end('message'),
    })
  }

  private readonly watchesMemory: boolean
  /** Runs while a cancelled job may still end by itself. */
  private givingUp: ReturnType<typeof setTimeout> | undefined

  get pid(): number | undefined {
    return this.child.pid
  }

  /** Why it ended, or is about to: `crashed` where that was nobody's decision here. */
  get endReason(): EndReason | 'crashed' {
    return this.reason ?? 'crashed'
  }

  /** Resolves once the child has no job. */
  async free(): Promise<void> {
    if (this.isBusy) await new Promise<void>((resolve) => (this.whenFree = resolve))
  }

  /**
   * Runs one job; the caller takes care that there is no other.
   * @throws what the job throws; what `endError` makes of the child's end; TypeError for a payload that cannot be sent
   */
  async run(name: string, payload: unknown, options: JobOptions): Promise<unknown> {
    throwIfCancelled(options.signal)
    sendMessage(this.channel, { type: 'run', job: name, payload } satisfies ToChild)
    this.jobs++
    this.isBusy = true
    this.keepAlive(true)
    const job = new RunningJob(this.pid ?? 0, options, {
      used: (cpuMs, { residentBytes }) => {
        if (cpuMs > job.budget) this.end('work')
        else if (this.watchesMemory && residentBytes > this.limits.residentBytes) this.end('memory')
      },
      aborted: () => {
        this.job = undefined
        this.send({ type: 'cancel' })
        this.givingUp = setTimeout(() => this.end('cancelled'), this.limits.cancelMs)
      },
    })
    this.job = job
    return await job.answer
  }

  end(reason: EndReason): void {
    this.reason ??= reason
    this.isEnding = true
    this.keepAlive(true)
    this.child.kill('SIGKILL')
  }

  private receive(outcome: Outcome): void {
    // Before anything is forgotten: what is no outcome throws.
    const error = outcome.ok ? undefined : outcomeError(outcome, this.limits)
    const { job } = this
    this.job = undefined
    if (!outcome.ok && 'fault' in outcome && outcome.fault === 'memory') this.end('memory')
    if (outcome.ok) job?.settle(outcome.value)
    else job?.fail(error)
    this.becomeFree()
  }

  private becomeFree(): void {
    // It ended in time; whoever is next must not end for it.
    clearTimeout(this.givingUp)
    this.isBusy = false
    if (!this.isEnding) this.keepAlive(false)
    this.whenFree?.()
    this.whenFree = undefined
  }

  private async serve(job: RunningJob, call: Extract<ToParent, { readonly type: 'call' }>): Promise<void> {
    let outcome: Outcome
    try {
      const service = Object.hasOwn(job.services, call.service) ? job.services[call.service] : undefined
      if (service === undefined) throw new TypeError('There is no such service.')
      outcome = {
        ok: true,
        value: await service(call.payload as never, { signal: job.ended, allow: (ms) => (job.budget += ms) }),
      }
    } catch (error) {
      outcome = failureOf(error)
      // A fault of this process is none of the job's: its caller gets it as it is.
      if (!('problem' in outcome)) return this.abandon(job, error)
    }
    try {
      if (this.job === job) this.send({ type: 'reply', call: call.call, outcome })
    } catch (error) {
      this.abandon(job, error)
    }
  }

  private abandon(job: RunningJob, error: unknown): void {
    if (this.job !== job) return
    this.job = undefined
    job.fail(error)
    this.end('cancelled')
  }

  private send(message: ToChild): void {
    if (this.channel.writable) sendMessage(this.channel, message)
  }

  /** A child that starts, works or ends keeps this process alive, an idle one does not. */
  private keepAlive(does: boolean): void {
    const handles = [this.child, this.channel as unknown as { ref(): void; unref(): void }]
    for (const handle of handles) {
      if (does) handle.ref()
      else handle.unref()
    }
  }
}
