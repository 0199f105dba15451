import { ChanceryError, invalidRequest, type IdempotencyStore, type StoredResponse } from '@chancery/core'

/** The key of a request, if it has one. @throws `invalid_request` */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const key = headers.get('idempotency-key')
  if (key === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidRequest('', 'idempotency_key', 'An Idempotency-Key is 1 to 255 visible ASCII characters.')
  }
  return key
}

export interface OnceRequest {
  /** Caller in its space, operation and Idempotency-Key. */
  readonly scope: readonly [caller: string, operation: string, key: string]
  readonly fingerprint: string
  readonly leaseMs: number
  readonly ttlMs: number
}

/** Behind a key of the store; Idempotency-Keys have no spaces. */
const continuation = 'goes on'

export interface OnceAnswer {
  readonly response: StoredResponse
  readonly replayed: boolean
}

export interface OnceWork {
  run(): Promise<StoredResponse>
  /** The answer to a failure, where a repetition should get the same one; `undefined` frees the key. */
  keep(error: unknown): StoredResponse | undefined
  /** Told of a store that could not keep an answer; the caller gets the answer all the same. */
  notKept(error: unknown): void
}

/**
 * Runs the work for the first of all calls with the same key, and gives the others its answer; where that is not the last
 * one, one of them at a time runs it again, until it is
 * (draft-ietf-httpapi-idempotency-key-header).
 * @throws `idempotency_mismatch`, `idempotency_in_flight`, and what the work throws
 */
export async function once(store: IdempotencyStore, request: OnceRequest, work: OnceWork): Promise<OnceAnswer> {
  const { fingerprint, leaseMs, ttlMs } = request
  const key = request.scope.join(' ')
  const first = await store.claim({ key, fingerprint, leaseMs })
  // The first answer stays, and with it the body that the key is for. What goes on has a claim of its own.
  const goesOn = first.state === 'done' && first.fingerprint === fingerprint && first.response.goesOn === true
  const claim = goesOn ? await store.claim({ key: `${key} ${continuation}`, fingerprint, leaseMs }) : first
  if (claim.state !== 'claimed') {
    if (claim.fingerprint !== fingerprint) {
      throw new ChanceryError('idempotency_mismatch', 'This Idempotency-Key was used with another body before.')
    }
    if (claim.state === 'done') return { response: claim.response, replayed: true }
    throw new ChanceryError('idempotency_in_flight', 'The same call is still running.', {
      retryAfterMs: Math.min(claim.retryAfterMs, 5000),
    })
  }
  const { token } = claim
  const conclude = async (response: StoredResponse | undefined): Promise<void> => {
    try {
      await (response === undefined ? store.release(token) : store.complete(token, response, ttlMs))
    } catch (error) {
      work.notKept(error)
    }
  }
  let response: StoredResponse
  try {
    response = await work.run()
  } catch (error) {
    await conclude(work.keep(error))
    throw error
  }
  await conclude(goesOn && response.goesOn === true ? undefined : response)
  return { response, replayed: false }
}
