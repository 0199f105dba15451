import { Socket } from 'node:net'
import {
  channelDescriptor,
  errorOf,
  failureOf,
  type Outcome,
  type ToChild,
  type ToParent,
} from '../messages/message.ts'
import { receiveMessages, sendMessage } from '../messages/message-stream.ts'
import { removeNetwork } from './without-network.ts'

/** What a job has besides its payload. */
export interface JobTools {
  /** Aborts when the caller has gone or its time is over. */
  readonly signal: AbortSignal
  /** Calls a service of the parent. @throws ChanceryError as the service does */
  call<Answer>(service: string, payload: unknown): Promise<Answer>
  /** The payload came as a message: what it holds was made from JSON, and runs nothing when it is read. */
  readonly fromMessage?: boolean
}

export type Job = (payload: never, tools: JobTools) => Promise<unknown>

/** The parent is trusted: it may send what it was sent. */
const maxMessageBytes = 2 ** 32

/**
 * The life of a child: loads what it needs, says that it is ready, runs the jobs that it is given, and ends with its
 * parent.
 * @param prepare loads what most jobs need: the work for that is not charged to the first of them
 */
export function serveJobs(
  jobs: Readonly<Record<string, Job>>,
  prepare: readonly (() => Promise<unknown>)[] = [],
): void {
  const channel = new Socket({ fd: channelDescriptor, readable: true, writable: true })
  removeNetwork()
  const send = (message: ToParent): void => sendMessage(channel, message)
  const resident = (): number => process.memoryUsage.rss()
  const calls = new Map<number, (outcome: Outcome) => void>()
  let made = 0
  let running: AbortController | undefined

  function call<Answer>(service: string, payload: unknown): Promise<Answer> {
    const id = made++
    send({ type: 'call', call: id, service, payload })
    return new Promise((resolve, reject) => {
      calls.set(id, (outcome) => {
        if (outcome.ok) resolve(outcome.value as Answer)
        else if ('problem' in outcome) reject(errorOf(outcome.problem))
        else reject(new Error('The service failed.'))
      })
    })
  }

  async function outcomeOf(name: string, payload: unknown, signal: AbortSignal): Promise<Outcome> {
    try {
      const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
      if (job === undefined) throw new TypeError('There is no such job.')
      return { ok: true, value: await job(payload as never, { signal, call, fromMessage: true }) }
    } catch (error) {
      return failureOf(error)
    }
  }

  async function run(name: string, payload: unknown): Promise<void> {
    running = new AbortController()
    const begun = process.cpuUsage()
    const cpuMs = (): number => {
      const { user, system } = process.cpuUsage(begun)
      return (user + system) / 1000
    }
    // Nobody waits any more for what an earlier job asked.
    calls.clear()
    const outcome = await outcomeOf(name, payload, running.signal)
    running = undefined
    try {
      send({ type: 'answer', outcome, resident: resident(), cpuMs: cpuMs() })
    } catch (error) {
      // What cannot be sent, or not in the memory that there is, is a failure of the job like any other.
      send({ type: 'answer', outcome: failureOf(error), resident: resident(), cpuMs: cpuMs() })
    }
  }

  receiveMessages(channel, maxMessageBytes, {
    message(received) {
      const message = received as ToChild
      if (message.type === 'run') void run(message.job, message.payload)
      else if (message.type === 'cancel') running?.abort()
      else {
        calls.get(message.call)?.(message.outcome)
        calls.delete(message.call)
      }
    },
    tooLong: () => process.exit(1),
    unreadable: () => process.exit(1),
  })
  const leave = (): never => process.exit(0)
  channel.on('end', leave).on('close', leave).on('error', leave)
  // What cannot be loaded fails again where a job needs it, and is answered there.
  void Promise.allSettled(prepare.map((load) => load())).then(() => send({ type: 'ready', resident: resident() }))
}
