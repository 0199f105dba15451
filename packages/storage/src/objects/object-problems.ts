import { ChanceryError, type ProblemCodeName } from '@chancery/core'

/** What a failed call means to a caller, in words that hold no name of theirs. */
export interface Meaning {
  readonly code: ProblemCodeName
  readonly message: string
  readonly retryable?: boolean
}

/** What `problemOf` takes for an answer of somebody else: a proxy's page, a gate, a broken cache. */
export const foreignCode = 'FOREIGN_ANSWER'

export const foreignAnswer = (): Error => Object.assign(new Error('not of the store'), { code: foreignCode })

/** An answer that ends early, and looks whole to the SDK. */
export const cutOff = (): Error => Object.assign(new Error('cut off'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })

/** What may go wrong with any object store, by HTTP status and by the network's own codes. */
export interface Meanings {
  /** No answer of the service, and no fault of the network: our own, or the SDK's. */
  readonly own: Meaning
  readonly refused: Meaning
  readonly denied: Meaning
  /** There are no credentials; the service has not refused any. */
  readonly unknown: Meaning
  readonly busy: Meaning
  readonly late: Meaning
  readonly foreign: Meaning
  /** The call was signed with another key, or by a clock that is wrong. */
  readonly unsigned: Meaning
  /** What may never change, by a rule of the container. */
  readonly fixed: Meaning
  /** What is kept where nothing is read at once. */
  readonly archived: Meaning
  readonly full: Meaning
  readonly changedOnTheWay: Meaning
  readonly byStatus: ReadonlyMap<string, Meaning>
}

/**
 * @param service as sentences name it
 * @param container what objects lie in, as the service calls it
 * @param credentials where they are looked for
 */
export function objectMeanings(service: string, container: string, credentials: string): Meanings {
  const denied: Meaning = { code: 'provider_failed', message: `The service may not do this in the ${container}.` }
  const unknown: Meaning = {
    code: 'provider_failed',
    message: `There are no credentials for ${service} that can be used: see ${credentials}.`,
  }
  const changed: Meaning = { code: 'write_conflict', message: 'The document was changed at the same time.' }
  const away: Meaning = { code: 'provider_unavailable', message: `${service} cannot be reached.` }
  const busy: Meaning = { code: 'provider_unavailable', message: `${service} is busy.` }
  const late: Meaning = {
    code: 'provider_timeout',
    message: `${service} did not answer in time.`,
    // Every write names what it replaces, or is the same again.
    retryable: true,
  }
  const full: Meaning = { code: 'provider_unavailable', message: `${service} has no room left.` }
  const broken: Meaning = { code: 'provider_failed', message: `${service} met a fault.`, retryable: true }
  // A proxy, a gate before the internet, a broken cache: what it answers may be another thing the next time.
  const foreign: Meaning = {
    code: 'provider_failed',
    message: `What answered is not ${service}.`,
    retryable: true,
  }
  return {
    own: { code: 'internal', message: `Something went wrong on the way to ${service}.` },
    refused: { code: 'provider_failed', message: `${service} refused the call.` },
    denied,
    unknown,
    busy,
    late,
    foreign,
    unsigned: {
      code: 'provider_failed',
      message: `${service} does not take the signature of the call: see its key, and the clock of this machine.`,
    },
    fixed: { code: 'provider_failed', message: `A rule of the ${container} keeps the document as it is.` },
    archived: {
      code: 'provider_failed',
      message: 'The document is in the archive of the store, and has to be brought back from there first.',
    },
    full,
    changedOnTheWay: {
      code: 'provider_failed',
      message: `The bytes did not arrive at ${service} as they were sent.`,
      retryable: true,
    },
    byStatus: new Map<string, Meaning>(
      Object.entries({
        401: denied,
        403: denied,
        404: { code: 'provider_failed', message: `There is no such ${container}.` },
        408: late,
        409: changed,
        412: changed,
        413: { code: 'payload_too_large', message: `The document is larger than ${service} takes.` },
        429: busy,
        500: broken,
        502: broken,
        503: busy,
        504: late,
        507: full,
        ECONNREFUSED: away,
        ENOTFOUND: away,
        EAI_AGAIN: away,
        EHOSTUNREACH: away,
        ENETUNREACH: away,
        ABORT_ERR: late,
        [foreignCode]: foreign,
        // Files are read for the credentials alone.
        EACCES: unknown,
        EISDIR: unknown,
        ENOENT: unknown,
        ECONNRESET: late,
        ERR_STREAM_PREMATURE_CLOSE: late,
        ERR_STREAM_UNABLE_TO_PIPE: late,
        EPIPE: late,
        ETIMEDOUT: late,
        ESOCKETTIMEDOUT: late,
      }),
    ),
  }
}

/** What a status means: of those that no service documents, as gates and proxies have them, 5xx is a fault that may pass. */
export const meaningOfStatus = ({ byStatus, refused }: Meanings, status: string): Meaning =>
  byStatus.get(status) ?? (/^5(?!0[15])\d\d$/.test(status) ? byStatus.get('500') : undefined) ?? refused

/** The HTTP status, or the network's code, in an error or in what caused it. */
export function statusOf(error: unknown, read: (error: object) => unknown = codeIn): string | undefined {
  for (let at = error, depth = 0; typeof at === 'object' && at !== null && depth < 4; depth++) {
    const code = read(at) ?? codeIn(at)
    if (typeof code === 'number' || (typeof code === 'string' && /^(?:\d{3}|[A-Z][A-Z_]+)$/.test(code)))
      return String(code)
    at = (at as { readonly cause?: unknown }).cause
  }
  // What clients say of a connection that ended in the midst of an answer.
  return error instanceof Error && /^(?:aborted|terminated|Premature close|socket hang up)/i.test(error.message)
    ? 'ECONNRESET'
    : undefined
}

const codeIn = (error: object): unknown => (error as { readonly code?: unknown }).code

/** `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), as ms from now on. */
export function retryAfterMs(value: string | undefined, now = Date.now()): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,6}$/.test(value)) return Number(value) * 1000
  const at = /^[A-Z][a-z]{2}, .+ GMT$/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** @param cause status or code alone: the words of an SDK may hold names */
export const problemWith = (
  { code, message, retryable }: Meaning,
  provider: string,
  cause: unknown,
  waitMs?: number,
): ChanceryError =>
  new ChanceryError(code, message, {
    details: { provider },
    ...(retryable === undefined ? {} : { retryable }),
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
    cause,
  })

/** Whether a problem means that the account, or the want of one, is at fault. */
export const refusesCredentials = ({ denied, unknown, unsigned }: Meanings, problem: unknown): boolean =>
  ChanceryError.is(problem) && [denied, unknown, unsigned].some(({ message }) => problem.message === message)
