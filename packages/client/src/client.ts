import type { Catalog } from '@chancery/core'
import { readAnswer, type Answer } from './answer.ts'
import { operationOf, type AnyOperation, type CallOptions, type OperationMethods } from './operation-methods.ts'
import { platform, type Fetch } from './platform.ts'
import { ChanceryProblem } from './problem.ts'
import { wireBody } from './wire-body.ts'

/** A call takes at most `retries + 1` tries of `timeoutMs` each, and the waits between them. */
export interface ClientSettings {
  /** Where the service is: `https://paperwork.example.org`. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Absent: the platform's own. */
  readonly fetch?: Fetch
  /** For each try. Absent: 60 s. */
  readonly timeoutMs?: number
  /** Repetitions of a call that failed and may succeed later. Absent: 2. */
  readonly retries?: number
}

/** The operations of a service, one method each. */
export type ChanceryClient<Operations extends readonly AnyOperation[] = Catalog> = OperationMethods<Operations>

/**
 * Calls a service.
 * ```ts
 * const chancery = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey })
 * const { data } = await chancery.storeDocument({ document: { content: bytes, filename: 'a.pdf' }, path: 'a.pdf' })
 * ```
 * Each call carries an Idempotency-Key, so a repetition never does an effect twice. Failures throw `ChanceryProblem`.
 */
export function createClient<const Operations extends readonly AnyOperation[] = Catalog>(
  settings: ClientSettings,
): ChanceryClient<Operations> {
  const methods = new Map<string, (input: unknown, options?: CallOptions) => Promise<Answer<unknown>>>()
  return new Proxy({} as ChanceryClient<Operations>, {
    get(_, property) {
      const operation = operationOf(property)
      if (operation === undefined) return undefined
      const method =
        methods.get(operation) ?? ((input: unknown, options?: CallOptions) => call(settings, operation, input, options))
      methods.set(operation, method)
      return method
    },
  })
}

/** Longer than this nobody waits in silence: the problem is thrown, and says when to come back. */
const longestWaitMs = 30_000

async function call(
  settings: ClientSettings,
  operation: string,
  input: unknown,
  { idempotencyKey = platform.crypto.randomUUID(), signal }: CallOptions = {},
): Promise<Answer<unknown>> {
  const { baseUrl, apiKey, retries = 2 } = settings
  const url = `${baseUrl.replace(/\/+$/, '')}/${operation}`
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'x-api-key': apiKey,
    'idempotency-key': idempotencyKey,
  }
  const body = wireBody(input)
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(settings, url, headers, body, signal)
    } catch (error) {
      if (!(error instanceof ChanceryProblem) || !error.retryable || attempt >= retries) throw error
      // Doubled each time, with a share of chance so that many clients do not come back together.
      const backoffMs = 250 * 2 ** attempt * (0.5 + Math.random())
      const waitMs = error.retryAfterSeconds === undefined ? backoffMs : error.retryAfterSeconds * 1000
      if (waitMs > longestWaitMs) throw error
      await pause(waitMs, signal)
    }
  }
}

/** One try. @throws ChanceryProblem, or the reason of the caller's signal */
async function send(
  { fetch = platform.fetch, timeoutMs = 60_000 }: ClientSettings,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal | undefined,
): Promise<Answer<unknown>> {
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

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const timer = platform.setTimeout(end, ms)
    function end(): void {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    function leave(): void {
      platform.clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    signal?.addEventListener('abort', leave, { once: true })
  })
}
