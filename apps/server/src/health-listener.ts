import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { responseHeaders } from '@chancery/http'

export interface HealthListener {
  /** The port that it listens on. */
  readonly port: number
  close(): Promise<void>
}

export interface HealthThreadData {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Where the service answers: `http://127.0.0.1:8080`. */
  readonly service: string
  /** After which a service that does not turn counts as stuck, in ms. */
  readonly silentMs: number
  /** On every answer. */
  readonly headers: Readonly<Record<string, string>>
}

/** Between two signs of life of the service's thread, in ms. */
const beatMs = 500
const usualSilentMs = 60_000

/**
 * Answers `/healthz` and `/readyz` on a port of its own, from a thread of its own: a service that is very busy is not
 * restarted for being slow to say that it lives.
 * @throws where the port is taken
 */
export async function startHealthListener(
  data: Omit<HealthThreadData, 'silentMs' | 'headers'> & { readonly silentMs?: number },
): Promise<HealthListener> {
  const worker = new Worker(new URL(import.meta.resolve('@chancery/server/health-thread')), {
    workerData: { silentMs: usualSilentMs, headers: responseHeaders, ...data } satisfies HealthThreadData,
  })
  const [{ port }] = (await once(worker, 'message')) as [{ readonly port: number }]
  // oxlint-disable-next-line require-post-message-target-origin -- a thread has none.
  const beats = setInterval(() => worker.postMessage('alive'), beatMs)
  beats.unref()
  worker.unref()
  return {
    port,
    async close() {
      clearInterval(beats)
      await worker.terminate()
    },
  }
}
