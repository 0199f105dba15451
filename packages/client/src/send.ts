import { readAnswer, type Answered } from './answer.ts'
import { platform, type Fetch } from './platform.ts'
import { ChanceryProblem } from './problem.ts'

/** One request, with all that each of its tries has. */
export interface Sending {
  readonly fetch: Fetch
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** For each try. */
  readonly timeoutMs: number
}

/** One try. @throws ChanceryProblem, or the reason of the signal */
export async function send(
  { fetch, url, headers, body, timeoutMs }: Sending,
  signal: AbortSignal | undefined,
): Promise<Answered> {
  signal?.throwIfAborted()
  const controller = new platform.AbortController()
  const leave = (): void => controller.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  let late = false
  const timer = platform.setTimeout(() => {
    late = true
    controller.abort()
  }, timeoutMs)
  try {
    return await readAnswer(await fetch(url, { method: 'POST', headers, body, signal: controller.signal }))
  } catch (error) {
    if (error instanceof ChanceryProblem) throw error
    signal?.throwIfAborted()
    throw new ChanceryProblem({
      code: late ? 'timed_out' : 'unreachable',
      status: 0,
      title: late ? 'The service took too long' : 'The service was not reached',
      detail: late
        ? `There was no answer within ${timeoutMs} ms.`
        : 'The connection failed before there was an answer.',
      // Safe: the Idempotency-Key keeps a call that did arrive from being done again.
      retryable: true,
      cause: error,
    })
  } finally {
    platform.clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}
