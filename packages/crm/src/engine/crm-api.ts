import { ChanceryError, invalidRequest, throwIfCancelled, untilAborted } from '@chancery/core'
import { createProviderApi, type ProviderAnswer, ProviderCallFault } from '@chancery/outbound'
import type { Connector } from '../format/connector-format.ts'
import { type FilledRequest, fillTexts, pathWithQuery } from '../format/fill-template.ts'
import { accessToken } from './access-token.ts'
import type { CrmConnection, EngineClock } from './connection.ts'
import { brokenOff, credentialsRefused, isLater, jsonOf, problemOfAnswer, problemOfCall } from './crm-problem.ts'

/** What a request was answered; `said` is absent where there is nothing (204, 304). */
export interface CrmAnswer {
  readonly said?: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Makes one call until it is answered, or it is no use. @throws `provider_*`, `cancelled`, and what the signal says */
export type CrmApi = (request: FilledRequest, signal: AbortSignal) => Promise<CrmAnswer>

/** Of one call, in ms. */
const timeoutMs = 30_000
/** Of one page. */
const maxAnswerBytes = 16 * 1024 * 1024
const maxAttempts = 5
/** What the vendor wants to wait longer is for the caller to wait. */
const maxWaitMs = 60_000
const firstWaitMs = 500

/**
 * The API of a connection: as often as the vendor lets it, with a token that is renewed once where it is refused, and again where a
 * repetition may help. All requests only read, so that each is safe to repeat.
 * @throws `invalid_request` for an address or credentials of the wrong form
 */
export function createCrmApi(connector: Connector, connection: CrmConnection, clock: EngineClock): CrmApi {
  const baseUrl = connection.address ?? connector.address
  if (baseUrl === undefined) {
    throw invalidRequest(
      '/address',
      'address_missing',
      `${connector.title} has an address of its own for each customer.`,
    )
  }
  const api = createProviderApi({
    baseUrl,
    timeoutMs,
    maxAnswerBytes,
    allowPrivateAddresses: connection.address !== undefined,
  })
  const token = accessToken(connector, connection, baseUrl, clock)
  const texts = { ...connector.parameters, ...connection.parameters }
  const paced = pace(connector.limits.perSecond, clock)

  async function attempt(request: FilledRequest, signal: AbortSignal, renewed: boolean): Promise<ProviderAnswer> {
    const shown = await untilAborted(token.headers(), signal)
    await paced(signal)
    const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body))
    const answer = await api(
      {
        method: request.method,
        path: pathWithQuery(request),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...fillTexts(connector.headers, { texts, fields: [] }),
          ...request.headers,
          ...shown,
        },
        ...(body === undefined ? {} : { body }),
      },
      signal,
    ).catch((error: unknown) => {
      throw error instanceof ProviderCallFault ? problemOfCall(error, connector, signal) : error
    })
    if (answer.status !== 401) return answer
    if (renewed || !token.renew(shown)) throw credentialsRefused(connector, answer.status)
    return await attempt(request, signal, true)
  }

  /** An answer that is one, or why not, of the API or of where its tokens come from. */
  async function outcome(request: FilledRequest, signal: AbortSignal): Promise<CrmAnswer | ChanceryError> {
    try {
      const answer = await attempt(request, signal, false)
      const { status, headers } = answer
      if (status === 204 || status === 304) return { headers }
      const said = jsonOf(answer)
      if (status >= 200 && status < 300 && answer.body !== undefined && said !== undefined) {
        if (!isLater(answer, connector)) return { said, headers }
      }
      return status >= 200 && status < 300 && isHalf(answer)
        ? brokenOff(connector)
        : problemOfAnswer(answer, connector, clock.now())
    } catch (error) {
      if (ChanceryError.is(error) && error.code.startsWith('provider_')) return error
      throw error
    }
  }

  return async (request, signal) => {
    for (let attempts = 1; ; attempts++) {
      throwIfCancelled(signal)
      const result = await outcome(request, signal)
      if (!ChanceryError.is(result)) return result
      const waitMs = result.retryAfterMs ?? firstWaitMs * 2 ** (attempts - 1)
      if (!result.retryable || attempts === maxAttempts || waitMs > maxWaitMs) throw result
      await clock.wait(waitMs, signal)
    }
  }
}

/** Cut off by the network, or by what stands in between: JSON that does not end. */
const isHalf = ({ body }: ProviderAnswer): boolean => body === undefined || /^\s*[[{]/.test(body)

/** Lets calls go no faster than so many a second. */
function pace(perSecond: number | undefined, clock: EngineClock): (signal: AbortSignal) => Promise<void> {
  let next = 0
  return async (signal) => {
    if (perSecond === undefined) return
    const now = clock.now()
    const at = Math.max(now, next)
    next = at + 1000 / perSecond
    if (at > now) await clock.wait(at - now, signal)
  }
}
