import type { Finding, ProblemCodeName, Violation } from '@chancery/core'
import type { FetchResponse } from './platform.ts'
import { ChanceryProblem, unexpectedAnswer } from './problem.ts'

/** A successful call. */
export interface Answer<Data> {
  readonly data: Data
  readonly meta: {
    readonly requestId: string
    readonly operation: string
    readonly durationMs: number
    readonly warnings: readonly Finding[]
  }
}

/** A success: 200, or 202 where the call was taken on to be done in the background. */
export interface Answered {
  readonly status: 200 | 202
  readonly answer: Answer<unknown>
}

/** An answer of the service. @throws ChanceryProblem */
export async function readAnswer(response: FetchResponse): Promise<Answered> {
  const { status, headers } = response
  const body = objectIn(await response.text())
  if ((status === 200 || status === 202) && body !== undefined && 'data' in body && 'meta' in body) {
    return { status, answer: body as unknown as Answer<unknown> }
  }
  const retryAfterSeconds = secondsOf(headers.get('retry-after'))
  if (body === undefined || typeof body.code !== 'string') {
    // A proxy or load balancer in between: it speaks no problem, but its 502 to 504 pass.
    throw unexpectedAnswer(status, {
      retryable: status === 429 || (status >= 502 && status <= 504),
      retryAfterSeconds,
    })
  }
  throw new ChanceryProblem({
    ...problemIn(body, status),
    retryAfterSeconds,
    replayed: headers.get('idempotency-replayed') === 'true',
  })
}

/** The fields of a problem as the service sends it. */
export const problemIn = (body: Readonly<Record<string, unknown>>, status = Number(body.status)) => ({
  code: body.code as ProblemCodeName,
  status,
  title: String(body.title ?? body.code),
  detail: String(body.detail ?? body.title ?? body.code),
  retryable: body.retryable === true,
  requestId: typeof body.requestId === 'string' ? body.requestId : undefined,
  errors: Array.isArray(body.errors) ? (body.errors as readonly Violation[]) : [],
  body,
})

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** `Retry-After` in seconds: it comes as a number or as a date (RFC 9110, section 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}
