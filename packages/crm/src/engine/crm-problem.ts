import { cancellation, ChanceryError } from '@chancery/core'
import type { ProviderAnswer, ProviderCallFault } from '@chancery/outbound'
import { valuesAt } from '../format/value-path.ts'
import type { Connector } from '../format/connector-format.ts'

type Told = Pick<Connector, 'id' | 'title'>

/** Where no answer came. Reading is safe to repeat, whether it arrived or not. */
export function problemOfCall({ reason }: ProviderCallFault, { id, title }: Told, signal: AbortSignal): ChanceryError {
  const details = { provider: id }
  if (reason === 'cancelled') return cancellation(signal)
  if (reason === 'timeout') {
    return new ChanceryError('provider_timeout', `${title} did not answer in time.`, { details, retryable: true })
  }
  if (reason === 'unreachable') {
    return new ChanceryError('provider_unavailable', `${title} cannot be reached.`, { details })
  }
  return brokenOff({ id, title })
}

export const brokenOff = ({ id, title }: Told): ChanceryError =>
  new ChanceryError('provider_failed', `The answer of ${title} broke off.`, {
    details: { provider: id },
    retryable: true,
  })

/** What answered is not what the vendor's documentation says. */
export const notUnderstood = ({ id, title }: Told, what: string): ChanceryError =>
  new ChanceryError('provider_failed', `The answer of ${title} could not be understood: ${what}.`, {
    details: { provider: id },
    retryable: false,
  })

export const credentialsRefused = ({ id, title }: Told, status: number): ChanceryError =>
  new ChanceryError('provider_failed', `${title} refused the credentials of this connection; they must be renewed.`, {
    details: { provider: id, status, reason: 'credentials_refused' },
    retryable: false,
  })

/** Whether a refusal means "later". */
export const isLater = (answer: ProviderAnswer, { limits }: Connector): boolean =>
  answer.status === 429 ||
  (answer.status >= 400 && limits.codes !== undefined && saysOneOf(jsonOf(answer), limits.codes))

const saysOneOf = (json: unknown, { at, values }: NonNullable<Connector['limits']['codes']>): boolean =>
  at.flatMap((path) => valuesAt(json, path)).some((code) => typeof code === 'string' && values.includes(code))

/** Whether the vendor does not show something to these credentials, or at all. */
export const isRefused = (error: unknown): boolean =>
  ChanceryError.is(error) && error.code === 'provider_failed' && [403, 404].includes(Number(error.details['status']))

/** What an answer that is none of success means. Nothing of its text is told: it may hold what was asked for. */
export function problemOfAnswer(answer: ProviderAnswer, connector: Connector, now: number): ChanceryError {
  const { id, title, auth } = connector
  const { status } = answer
  const details = { provider: id, status }
  const wait = waitOf(answer, connector, now)
  const later = wait === undefined ? { details } : { details, retryAfterMs: wait }
  if (isLater(answer, connector)) {
    return new ChanceryError('provider_unavailable', `${title} takes no more calls for now.`, later)
  }
  if (status === 401) return credentialsRefused(connector, status)
  if (status === 403) {
    const message = `${title} refused: the credentials lack a right. They need: ${auth.scopes.join(', ')}.`
    return new ChanceryError('provider_failed', message, {
      details: { ...details, reason: 'right_missing' },
      retryable: false,
    })
  }
  if (status === 503) return new ChanceryError('provider_unavailable', `${title} is not available.`, later)
  if (status >= 500) return new ChanceryError('provider_failed', `${title} failed.`, { ...later, retryable: true })
  if (status >= 200 && status < 300) return notUnderstood(connector, 'it is not JSON')
  return new ChanceryError('provider_failed', `${title} refused the call.`, { details, retryable: false })
}

/** How long to wait, in ms, as `Retry-After` or a header of the vendor's says. */
function waitOf({ headers }: ProviderAnswer, { limits }: Connector, now: number): number | undefined {
  const after = headers['retry-after']
  if (after !== undefined) {
    const seconds = /^\d{1,9}(?:\.\d+)?$/.test(after) ? Number(after) : (Date.parse(after) - now) / 1000
    if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000))
  }
  for (const { name, unit } of limits.resetHeaders) {
    const value = headers[name]
    if (value === undefined || !/^\d{1,12}$/.test(value)) continue
    return Math.max(0, Number(value) * 1000 - (unit === 'epoch-seconds' ? now : 0))
  }
  return undefined
}

/** What an answer says, or `undefined` for what is no JSON. */
export function jsonOf({ body }: Pick<ProviderAnswer, 'body'>): unknown {
  try {
    const text = (body ?? '').replace(/^\uFEFF/, '')
    return JSON.parse(text, /\d{16}/.test(text) ? exactNumbers : undefined)
  } catch {
    return undefined
  }
}

/** Ids of 64 bits do not fit a double. */
const exactNumbers = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? context?.source
    : value
