import { setPriority } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

interface ThreadData<Settings> {
  readonly module: string
  readonly settings: Settings
  readonly niceness: number
}

/**
 * A thread that runs the module of this address, without an environment but for where Node keeps what it compiled. The
 * module serves it by `serveThread`: it is both sides, so that a bundler finds nothing to overlook; import it dynamically,
 * so that it stays a file of its own.
 * @param niceness how much others go before it, 0 to 19; on Linux, where a thread has its own
 */
export function startThread<Settings>(module: string, settings: Settings, niceness: number): Worker {
  const data: ThreadData<Settings> = { module, settings, niceness }
  const { NODE_COMPILE_CACHE: cache } = process.env
  const env = cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }
  return new Worker(new URL(module), { workerData: data, env, stdout: true, stderr: true })
}

/** Answers the tasks of the thread that was started for this module; does nothing anywhere else. */
export function serveThread<Settings, Task, Answer>(
  module: string,
  answer: (settings: Settings) => (task: Task) => Promise<readonly [answer: Answer, moved: readonly ArrayBuffer[]]>,
): void {
  const data = workerData as ThreadData<Settings> | null | undefined
  if (isMainThread || parentPort === null || data?.module !== module) return
  // Zero is the calling thread; elsewhere it would be the whole process.
  if (data.niceness > 0 && process.platform === 'linux') setPriority(0, data.niceness)
  const port = parentPort
  const serve = answer(data.settings)
  port.on('message', (task: Task) => {
    void serve(task).then(([result, moved]) => port.postMessage(result, moved))
  })
}
