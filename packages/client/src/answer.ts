import type { Finding, ProblemCodeName, Violation } from '@chancery/core'
import type { FetchResponse } from './platform.ts'
import { ChanceryProblem } from './problem.ts'

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

/** An answer of the service. @throws ChanceryProblem */
export async function readAnswer(response: FetchResponse): Promise<Answer<unknown>> {
  const body = objectIn(await response.text())
  if (response.status === 200 && body !== undefined && 'data' in body && 'meta' in body) {
    return body as unknown as Answer<unknown>
  }
  const retryAfterSeconds = secondsOf(response.headers.get('retry-after'))
  if (body === undefined || typeof body.code !== 'string') {
    // A proxy or load balancer in between: it speaks no problem, but its 502 to 504 pass.
    throw new ChanceryProblem({
      code: 'unexpected_answer',
      status: response.status,
      title: 'The answer is not the service’s',
      detail: `Something answered with status ${response.status}, but not as the service does.`,
      retryable: response.status === 429 || (response.status >= 502 && response.status <= 504),
      retryAfterSeconds,
    })
  }
  throw new ChanceryProblem({
    code: body.code as ProblemCodeName,
    status: response.status,
    title: String(body.title ?? body.code),
    detail: String(body.detail ?? body.title ?? body.code),
    retryable: body.retryable === true,
    requestId: typeof body.requestId === 'string' ? body.requestId : undefined,
    errors: Array.isArray(body.errors) ? (body.errors as readonly Violation[]) : [],
    retryAfterSeconds,
    body,
  })
}

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
