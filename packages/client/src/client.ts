import type { Calls } from '@chancery/core'
import type { Answer } from './answer.ts'
import { callInBackground, type Service } from './background-call.ts'
import { namesAboutCalls, type CallsAboutCalls } from './background-operation.ts'
import type { OperationCallOptions } from './call-options.ts'
import { operationOf, type AnyOperation, type OperationMethods } from './operation-methods.ts'
import { platform, type Fetch } from './platform.ts'
import { unexpectedAnswer } from './problem.ts'
import { repeated, repetitions } from './repetition.ts'
import { send } from './send.ts'
import { type CallOperation, checkPartBytes, defaultPartBytes, isLargeStoring, storeInParts } from './upload.ts'
import { wireBody } from './wire-body.ts'

/**
 * A call takes at most `retries + 1` tries of `timeoutMs` each, and the waits between them; one in the background as long as
 * the service allows it.
 */
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
  /** Has every call done in the background that says nothing else. Absent: false. */
  readonly background?: boolean
  /** Larger documents, given as bytes, `storeDocument` sends in parts of so many bytes each, 1 to 256 MiB. Absent: 22 MiB. */
  readonly partBytes?: number
  /** How long in a row the service may be away, or busy, while a call in the background begins or goes on. Absent: 5 min. */
  readonly awayMs?: number
}

/** The operations and service calls of a service, one method each, and the calls about calls in the background. */
export type ChanceryClient<Operations extends readonly AnyOperation[] = Calls> = OperationMethods<Operations> &
  CallsAboutCalls<Operations>

/**
 * Calls a service.
 * ```ts
 * const chancery = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey })
 * const { data } = await chancery.storeDocument({ document: { content: bytes, filename: 'a.pdf' }, path: 'a.pdf' })
 * ```
 * What takes longer than a call may take is done in the background, and looks the same:
 * ```ts
 * const { data } = await chancery.extractDocument({ document }, { background: true, onProgress: console.log })
 * ```
 * Each call carries an Idempotency-Key, so a repetition never does an effect twice. Failures throw `ChanceryProblem`.
 * @throws RangeError for `partBytes` that no document can be cut by
 */
export function createClient<const Operations extends readonly AnyOperation[] = Calls>(
  settings: ClientSettings,
): ChanceryClient<Operations> {
  if (settings.partBytes !== undefined) checkPartBytes(settings.partBytes)
  const methods = new Map<string, (input: unknown, options?: OperationCallOptions) => Promise<Answer<unknown>>>()
  return new Proxy({} as ChanceryClient<Operations>, {
    get(_, property) {
      const operation = operationOf(property)
      if (operation === undefined) return undefined
      const method =
        methods.get(operation) ??
        ((input: unknown, options?: OperationCallOptions) => call(settings, operation, input, options))
      methods.set(operation, method)
      return method
    },
  })
}

async function call(
  settings: ClientSettings,
  operation: string,
  input: unknown,
  options: OperationCallOptions = {},
): Promise<Answer<unknown>> {
  const { idempotencyKey = platform.crypto.randomUUID(), signal } = options
  const { partBytes = defaultPartBytes } = settings
  if (isLargeStoring(operation, input, partBytes)) {
    const inOneRequest: CallOperation = (name, part, key) =>
      call(settings, name, part, {
        ...(name === 'finish-upload' ? options : { background: false, ...(signal === undefined ? {} : { signal }) }),
        ...(key === undefined ? {} : { idempotencyKey: key }),
      })
    return await storeInParts(input, idempotencyKey, partBytes, inOneRequest)
  }
  const { background = settings.background === true } = options
  const service = serviceOf(settings)
  const body = wireBody(input)
  if (background && !namesAboutCalls.has(operation)) {
    return await callInBackground(service, operation, body, { ...options, idempotencyKey })
  }
  const headers = { 'idempotency-key': idempotencyKey }
  const { status, answer } = await repeated(
    () => service.post(operation, body, { headers, signal }),
    repetitions(settings.retries ?? 2),
    signal,
  )
  // Nobody asked for that.
  if (status === 202) throw unexpectedAnswer(status)
  return answer
}

const serviceOf = ({
  baseUrl,
  apiKey,
  fetch = platform.fetch,
  timeoutMs = 60_000,
  awayMs = 300_000,
}: ClientSettings): Service => ({
  awayMs,
  post: (operation, body, { headers = {}, signal, longerMs = 0 }) =>
    send(
      {
        fetch,
        url: `${baseUrl.replace(/\/+$/, '')}/${operation}`,
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': apiKey, ...headers },
        body,
        timeoutMs: timeoutMs + longerMs,
      },
      signal,
    ),
})
