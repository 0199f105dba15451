import { setTimeout as delay } from 'node:timers/promises'
import type { DocumentProcessorServiceClient } from '@google-cloud/documentai'
import { cancellation, ChanceryError, optionalPackage, throwIfCancelled, untilAborted } from '@chancery/core'
import { documentAiError, isQuota, isWorthRepeating, tookTooLong } from './document-ai-error.ts'
import type { DocumentAiSettings } from './document-ai-settings.ts'

/** A call in progress, of Google's client. */
interface CancellableCall<T> extends Promise<[T, ...unknown[]]> {
  cancel?(): void
}

export type ClientMethod = 'processDocument' | 'batchProcessDocuments'

/** Google's client, its calls made again where the service is not there, and given up when the signal says so. */
export class ServiceCalls {
  /** Whether it is REST that is spoken, whose field masks are written in another way. */
  readonly isRest: boolean
  private readonly settings: DocumentAiSettings
  private client: Promise<DocumentProcessorServiceClient> | undefined

  constructor(settings: DocumentAiSettings) {
    this.settings = settings
    this.isRest = settings.transport === 'rest' || settings.apiEndpoint?.startsWith('http') === true
  }

  /**
   * @param isPaidFor whether a failure would throw away what was paid for: a used-up quota is waited for then
   * @throws the errors of `documentAiError`, and what the signal was aborted with
   */
  call<T>(
    method: ClientMethod,
    request: { readonly name: string },
    signal: AbortSignal,
    isPaidFor: () => boolean = () => false,
  ): Promise<T> {
    return this.repeated(signal, isPaidFor, async () => {
      const client = await this.connected()
      throwIfCancelled(signal)
      const call = client.innerApiCalls[method] as (request: object, options: object) => CancellableCall<T>
      const started = call(request, {
        // The signal keeps the time; without a value here the client's own would hold.
        timeout: longestCall,
        // Whether to call again is decided here.
        retry: { retryCodes: [], backoffSettings: noBackoff },
        otherArgs: { headers: { 'x-goog-request-params': `name=${encodeURIComponent(request.name)}` } },
      })
      const [answer] = await untilAborted(started, signal, () => started.cancel?.())
      return answer
    })
  }

  /** How a long-running operation stands. */
  operation(name: string, signal: AbortSignal): Promise<BatchOperation> {
    return this.repeated(
      signal,
      () => true,
      async () => {
        const client = await this.connected()
        const operation = await untilAborted(client.checkBatchProcessDocumentsProgress(name), signal)
        const { done, error } = operation.latestResponse
        return {
          done: done === true,
          error: error ?? undefined,
          metadata: operation.metadata as BatchOperation['metadata'],
        }
      },
    )
  }

  /** Asks the service to stop an operation; whether it does is its own affair. */
  async cancelOperation(name: string): Promise<void> {
    const [{ protos }, client] = await Promise.all([loadedClient(), this.connected()])
    await client.cancelOperation(protos.google.longrunning.CancelOperationRequest.create({ name }))
  }

  private repeated<T>(signal: AbortSignal, isPaidFor: () => boolean, call: () => Promise<T>): Promise<T> {
    return repeatedCall(call, {
      ...this.settings,
      signal,
      errorOf: documentAiError,
      isWorth: (error) => isWorthRepeating(error) || (isPaidFor() && isQuota(error)),
    })
  }

  /** The client with its connection made; a failure (no credentials) is not kept. */
  private async connected(): Promise<DocumentProcessorServiceClient> {
    this.client ??= createClient(this.settings, this.isRest)
    try {
      return await this.client
    } catch (error) {
      this.client = undefined
      throw error
    }
  }
}

export interface BatchOperation {
  readonly done: boolean
  readonly error: { readonly code?: number | null; readonly message?: string | null } | undefined
  readonly metadata:
    | {
        readonly individualProcessStatuses?:
          | readonly {
              readonly inputGcsSource?: string | null
              readonly outputGcsDestination?: string | null
              readonly status?: { readonly code?: number | null; readonly message?: string | null } | null
            }[]
          | null
      }
    | null
    | undefined
}

const longestCall = 3_600_000
const noBackoff = {
  initialRetryDelayMillis: 0,
  retryDelayMultiplier: 1,
  maxRetryDelayMillis: 0,
  initialRpcTimeoutMillis: longestCall,
  rpcTimeoutMultiplier: 1,
  maxRpcTimeoutMillis: longestCall,
  totalTimeoutMillis: longestCall,
}

/** A CommonJS package: in a bundle, `default` is all that an import gives. */
const loadedClient = async () =>
  (
    await optionalPackage(
      '@google-cloud/documentai',
      'To read by Document AI',
      () => import('@google-cloud/documentai'),
    )
  ).default

/** Of `https://host:port`, `host:port` or `host`, as the client takes it: it has a port of its own otherwise. */
function addressOf(endpoint: string) {
  const { protocol, hostname, port } = new URL(endpoint.startsWith('http') ? endpoint : `https://${endpoint}`)
  return {
    apiEndpoint: hostname,
    port: Number(port) || (protocol === 'http:' ? 80 : 443),
    ...(endpoint.startsWith('http') ? { protocol: protocol.slice(0, -1) } : {}),
  }
}

async function createClient(
  { client: given, location, apiEndpoint, clientOptions }: DocumentAiSettings,
  isRest: boolean,
): Promise<DocumentProcessorServiceClient> {
  if (given !== undefined) {
    await given.initialize()
    return given
  }
  const { DocumentProcessorServiceClient } = await loadedClient()
  const client = new DocumentProcessorServiceClient({
    ...(isRest ? { fallback: true } : {}),
    ...addressOf(apiEndpoint ?? `${location}-documentai.googleapis.com`),
    ...clientOptions,
  })
  await client.initialize()
  return client
}

interface Repetition {
  readonly attempts?: number
  readonly backoffMs?: number
  readonly signal: AbortSignal
  errorOf(thrown: unknown): ChanceryError
  isWorth(error: ChanceryError): boolean
}

/** Calls, and calls again after a while, as often as the settings say. @throws what `errorOf` makes of the last failure */
export async function repeatedCall<T>(
  call: () => Promise<T>,
  { attempts = 3, backoffMs = 1000, signal, errorOf, isWorth }: Repetition,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    throwIfCancelled(signal)
    try {
      return await call()
    } catch (thrown) {
      if (signal.aborted) throw cancellation(signal)
      const error = errorOf(thrown)
      if (attempt >= attempts || !isWorth(error)) throw error
      await pause(backoffMs * 2 ** (attempt - 1), signal)
    }
  }
}

/** Waits between one half and all of the time, so that calls that failed together do not come again together. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms * (0.5 + Math.random() / 2), undefined, { signal })
  } catch {
    throw cancellation(signal)
  }
}

/** Gives `use` a signal that also ends it after a time. @throws `provider_timeout` then */
export async function withinTime<T>(
  signal: AbortSignal,
  timeoutMs: number,
  use: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const clock = new AbortController()
  const timer = setTimeout(() => clock.abort(tookTooLong()), timeoutMs)
  try {
    return await use(AbortSignal.any([signal, clock.signal]))
  } catch (error) {
    if (ChanceryError.is(error)) throw error
    throw documentAiError(error)
  } finally {
    clearTimeout(timer)
  }
}
