import type { Worker } from 'node:worker_threads'
import { cancellation, ChanceryError } from '@chancery/core'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { processorLimit } from './processor-limit.ts'
import { TurnTaking } from './turn-taking.ts'

export interface ThreadPoolSettings<Answer> {
  start(): Promise<Worker>
  readonly atOnce: number
  /** How long a thread is kept warm without work. */
  readonly idleMs: number
  /** Of a processor's time, for one task; a task that uses none of it for as long by the clock is taken to hang. */
  readonly taskTimeoutMs: number
  /** Whether a thread that gave this answer is to be replaced. */
  worn?(answer: Answer): boolean
}

/** Memory that a thread has taken never shrinks; after this many tasks it is replaced. */
const tasksOfThread = 100

/** What a task gave, and what it took. */
export interface Worked<Answer> {
  readonly answer: Answer
  /** Of a processor's time. */
  readonly usedMs: number
}

interface Thread {
  readonly worker: Worker
  tasks: number
  idle?: NodeJS.Timeout
}

/**
 * A few warm threads, each of which answers one task at a time. A call that is aborted or takes too long ends its
 * thread. Threads at rest do not keep the process alive, and end by themselves.
 */
export class ThreadPool<Task, Answer> {
  private readonly settings: ThreadPoolSettings<Answer>
  private readonly turns: TurnTaking
  private readonly threads = new Set<Thread>()
  private readonly resting: Thread[] = []

  constructor(settings: ThreadPoolSettings<Answer>) {
    this.settings = settings
    this.turns = new TurnTaking(settings.atOnce)
  }

  /**
   * @param moved buffers of the task, which the thread takes over
   * @param limitMs of a processor's time, for this task alone
   * @throws `cancelled`, `deadline_exceeded`, `document_corrupt`
   */
  run(task: Task, moved: readonly ArrayBuffer[], signal: AbortSignal, limitMs = Infinity): Promise<Worked<Answer>> {
    return this.turns.take(signal, async () => {
      const thread = this.resting.pop() ?? (await this.start())
      clearTimeout(thread.idle)
      thread.worker.ref()
      thread.tasks++
      const { taskTimeoutMs } = this.settings
      const used = await useOf(thread.worker)
      const limit = processorLimit(Math.min(limitMs, taskTimeoutMs), used, taskTimeoutMs)
      try {
        const answer = await ask<Task, Answer>(thread.worker, task, moved, AbortSignal.any([signal, limit.signal]))
        const usedMs = await used().catch(limit.usedMs)
        const worn = thread.tasks >= tasksOfThread || this.settings.worn?.(answer) === true
        if (worn || !this.threads.has(thread)) await this.end(thread)
        else this.rest(thread)
        return { answer, usedMs }
      } catch (error) {
        await this.end(thread)
        throw signal.aborted ? cancellation(signal) : error
      } finally {
        limit.stop()
      }
    })
  }

  /** Ends all threads, and the tasks under way with them. */
  async close(): Promise<void> {
    await Promise.all([...this.threads].map((thread) => this.end(thread)))
  }

  private async start(): Promise<Thread> {
    const thread: Thread = { worker: await this.settings.start(), tasks: 0 }
    thread.worker.on('error', () => void this.end(thread))
    this.threads.add(thread)
    return thread
  }

  private rest(thread: Thread): void {
    thread.idle = setTimeout(() => void this.end(thread), this.settings.idleMs).unref()
    thread.worker.unref()
    this.resting.push(thread)
  }

  private async end(thread: Thread): Promise<void> {
    clearTimeout(thread.idle)
    this.threads.delete(thread)
    if (this.resting.includes(thread)) this.resting.splice(this.resting.indexOf(thread), 1)
    await thread.worker.terminate()
  }
}

/** What a thread uses of a processor from now on, in ms. */
async function useOf(worker: Worker): Promise<() => Promise<number>> {
  // One that is only starting has used nothing yet, and says so by an error.
  const before = await worker.cpuUsage().catch(() => undefined)
  return async () => {
    const { user, system } = await worker.cpuUsage(before)
    return (user + system) / 1000
  }
}

function ask<Task, Answer>(
  worker: Worker,
  task: Task,
  moved: readonly ArrayBuffer[],
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      signal.removeEventListener('abort', stop)
      worker.off('message', answered).off('exit', died).off('error', died)
      act()
    }
    const answered = (answer: Answer): void => settle(() => resolve(answer))
    const died = (): void => settle(() => reject(corruptDocument('The picture could not be read.')))
    const stop = (): void =>
      settle(() => reject(new ChanceryError('deadline_exceeded', 'Reading the picture took too long.')))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', answered).on('exit', died).on('error', died)
    worker.postMessage(task, moved)
  })
}
