import { Socket } from 'node:net'
import { receiveMessages, sendMessage } from './message-stream.ts'
import { channelDescriptor, errorOf, failureOf, type Outcome, type ToChild, type ToParent } from './messages.ts'
import { partAnswer } from './parted-answer.ts'
import { createYoungGarbage } from './young-garbage.ts'

/** What a job has besides its payload. */
export interface JobTools {
  /** Aborts when the caller has gone or its time is over. */
  readonly signal: AbortSignal
  /** Calls a service of the parent. @throws ChanceryError as the service does */
  call<Answer>(service: string, payload: unknown): Promise<Answer>
}

export type Job = (payload: never, tools: JobTools) => Promise<unknown>

/** Bytes by which a child grows before it tells so again. */
const growthStep = 16 * 1024 ** 2

/** The parent is trusted: it may send what it was sent. */
const maxMessageBytes = 2 ** 32

/**
 * The life of a child: loads what it needs, says that it is ready, runs the jobs that it is given, and ends with its
 * parent.
 * @param prepare loads what most jobs need: the time for that is not charged to the first of them
 */
export function serveJobs(
  jobs: Readonly<Record<string, Job>>,
  prepare: readonly (() => Promise<unknown>)[] = [],
): void {
  const channel = new Socket({ fd: channelDescriptor, readable: true, writable: true })
  denyNetwork()
  const tell = (message: ToParent): void => sendMessage(channel, message)
  const calls = new Map<number, (outcome: Outcome) => void>()
  let made = 0
  let running: AbortController | undefined
  /** Bytes of memory that the parent knows of. */
  let told = 0
  const garbage = createYoungGarbage()

  function call<Answer>(service: string, payload: unknown): Promise<Answer> {
    const id = made++
    tell({ type: 'call', call: id, service, payload })
    return new Promise((resolve, reject) => {
      calls.set(id, (outcome) => {
        if (outcome.ok) resolve(outcome.value as Answer)
        else if ('problem' in outcome) reject(errorOf(outcome.problem))
        else reject(new Error('The service failed.'))
      })
    })
  }

  async function run(name: string, payload: unknown): Promise<void> {
    running = new AbortController()
    // Nobody waits any more for what an earlier job asked.
    calls.clear()
    let outcome: Outcome
    try {
      const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined
      if (job === undefined) throw new TypeError('There is no such job.')
      outcome = { ok: true, value: await job(payload as never, { signal: running.signal, call }) }
    } catch (error) {
      outcome = failureOf(error)
    }
    running = undefined
    answer(outcome)
  }

  /** What cannot be sent, or not in the memory that there is, is a failure of the job like any other. */
  function answer(outcome: Outcome): void {
    try {
      const { value, arrays, pieces } = partAnswer(outcome)
      for (const items of pieces) tell({ type: 'piece', items })
      tell({ type: 'answer', outcome: value as Outcome, parted: arrays })
    } catch (error) {
      tell({ type: 'answer', outcome: failureOf(error) })
    }
    // Only now: nobody is to wait for it, and what the job held is garbage.
    setImmediate(rest)
  }

  function rest(): void {
    if (running === undefined) garbage.collect()
    const resident = process.memoryUsage.rss()
    if (resident <= told + growthStep) return
    told = resident
    tell({ type: 'grown', resident })
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
  // What cannot be loaded fails again, and is told, where a job needs it.
  void Promise.allSettled(prepare.map((load) => load())).then(() => {
    told = process.memoryUsage.rss()
    tell({ type: 'ready', resident: told })
  })
}

/** `--permission` knows no network in Node 24; nothing that runs here has any business there. */
function denyNetwork(): void {
  const deny = (): never => {
    throw new Error('There is no network here.')
  }
  Object.defineProperty(Socket.prototype, 'connect', { value: deny })
}
