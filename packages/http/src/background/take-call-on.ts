import {
  callerOf,
  ChanceryError,
  type BackgroundCall,
  type Hasher,
  type IdempotencyStore,
  type Ids,
  type Operation,
  parseInput,
  type Principal,
  type StoredResponse,
} from '@chancery/core'
import { type Answer, jsonAnswer } from '../answer/answer.ts'
import { jsonHeaders } from '../answer/answered-operation.ts'
import { fingerprintOf } from '../json/canonical-json.ts'
import type { BackgroundSettings } from './background-settings.ts'
import { createCallFiles } from './call-files.ts'
import { endedAnswer } from './ended-answer.ts'
import { isDone, operationObject } from './operation-object.ts'

/** A call that may be done later. */
export interface LaterCall {
  readonly operation: Operation
  readonly principal: Principal
  readonly requestId: string
  readonly idempotencyKey?: string
  readonly input: Record<string, unknown>
  readonly signal: AbortSignal
}

interface TakesOn {
  readonly background: BackgroundSettings
  readonly idempotency: IdempotencyStore
  readonly ids: Ids
  readonly hasher: Hasher
}

/** The id of a call with an Idempotency-Key: the same call is the same operation. */
export function idOfCall(hasher: Hasher, principal: Principal, operation: string, idempotencyKey: string): string {
  const seed = JSON.stringify(['background', callerOf(principal), operation, idempotencyKey])
  return hasher.sha256(new TextEncoder().encode(seed)).slice(0, 32)
}

/** Seconds after which a caller may look again. */
const lookAgainSeconds = 2
/** How long the key of a call is held while the call is taken on, in ms. */
const takingOnMs = 30_000

/**
 * Takes a call on: its input is kept, and it will be done, whatever becomes of this process. Answers 202 with the operation;
 * a repetition with the same Idempotency-Key is answered the same, and then what the call itself is answered.
 * @throws `invalid_request`, `idempotency_mismatch`, `idempotency_in_flight`, `rate_limited`, `overloaded`, `provider_*`
 */
export async function takeCallOn(services: TakesOn, later: LaterCall): Promise<Answer> {
  const { operation, input, idempotencyKey } = later
  // Refused now rather than later, with all its faults.
  parseInput(operation.input, input)
  if (idempotencyKey === undefined) return accepted(await keptCall(services, later, services.ids.next()))
  const { background, idempotency, hasher } = services
  const fingerprint = fingerprintOf(input)
  const { id, known, answer } = await callOfKey(background, hasher, { ...later, idempotencyKey, fingerprint })
  if (known !== undefined) return await repeated(services, later, known, answer)
  const scope = [callerOf(later.principal), operation.name, idempotencyKey].join(' ')
  const claim = await idempotency.claim({ key: scope, fingerprint, leaseMs: takingOnMs })
  if (claim.state !== 'claimed') {
    if (claim.fingerprint !== fingerprint) throw mismatch()
    // The call was made before without the preference; what it left is done now.
    if (claim.state === 'done' && claim.response.goesOn === true) return accepted(await keptCall(services, later, id))
    if (claim.state === 'done') return { ...claim.response, headers: { ...claim.response.headers, ...replayedHeader } }
    throw new ChanceryError('idempotency_in_flight', 'The same call is still running.', {
      retryAfterMs: Math.min(claim.retryAfterMs, 5000),
    })
  }
  try {
    return accepted(await keptCall(services, later, id))
  } finally {
    // What is in the register stands for the key from now on.
    await idempotency.release(claim.token)
  }
}

const replayedHeader = { 'idempotency-replayed': 'true' }

const mismatch = (): ChanceryError =>
  new ChanceryError('idempotency_mismatch', 'This Idempotency-Key was used with another body before.')

/**
 * The answer of a call that was made before in the background, where there was one with its Idempotency-Key.
 * @throws `idempotency_mismatch`, `idempotency_in_flight`
 */
export async function answeredInBackground(
  background: BackgroundSettings,
  hasher: Hasher,
  call: CallOfKey,
): Promise<StoredResponse | undefined> {
  const { known, answer } = await callOfKey(background, hasher, call)
  // Also where something is left of the last one: it is done while the caller waits.
  if (known === undefined) return undefined
  if (answer !== undefined) return answer
  throw new ChanceryError('idempotency_in_flight', 'The same call is being done in the background.', {
    details: { operation: known.id },
    retryAfterMs: lookAgainSeconds * 1000,
  })
}

/** A call under an Idempotency-Key. */
interface CallOfKey {
  readonly operation: Operation
  readonly principal: Principal
  readonly idempotencyKey: string
  readonly fingerprint: string
  readonly signal: AbortSignal
}

/**
 * The last call that was taken on under a key, and its answer where it has ended; or the id of the next one, where there was
 * none, or something is left of the last one.
 * @throws `idempotency_mismatch`
 */
async function callOfKey(
  background: BackgroundSettings,
  hasher: Hasher,
  { operation, principal, idempotencyKey, fingerprint, signal }: CallOfKey,
): Promise<{ readonly id: string; readonly known?: BackgroundCall; readonly answer?: StoredResponse }> {
  for (let before = 0; ; before++) {
    // No Idempotency-Key has a space.
    const key = before === 0 ? idempotencyKey : `${idempotencyKey} ${before}`
    const id = idOfCall(hasher, principal, operation.name, key)
    const known = await background.register.find(id)
    if (known === undefined) return { id }
    if (known.fingerprint !== fingerprint) throw mismatch()
    if (!isDone(known)) return { id, known }
    const answer = await endedAnswer(background, known, signal)
    if (answer.goesOn !== true) return { id, known, answer }
  }
}

async function repeated(
  { background }: TakesOn,
  later: LaterCall,
  known: BackgroundCall,
  answer: StoredResponse | undefined,
): Promise<Answer> {
  if (answer === undefined) {
    // The first announcement may have been lost.
    if (known.state === 'waiting') await background.delivery.announce(known.id, { signal: later.signal })
    return accepted(known)
  }
  const { status, headers, body } = answer
  return { status, headers: { ...headers, ...replayedHeader }, body }
}

async function keptCall(
  { background }: TakesOn,
  { operation, principal, requestId, idempotencyKey, input, signal }: LaterCall,
  id: string,
): Promise<BackgroundCall> {
  const { register, delivery, limits, ports, store } = background
  const owner = callerOf(principal)
  const { waiting, waitingOfOwner } = await register.load(owner)
  if (waitingOfOwner >= limits.waitingOfOwner) {
    throw new ChanceryError('rate_limited', `This caller may have ${limits.waitingOfOwner} operations waiting.`, {
      details: { limit: limits.waitingOfOwner, actual: waitingOfOwner },
      retryAfterMs: 60_000,
    })
  }
  if (waiting >= limits.waiting) {
    throw new ChanceryError('overloaded', 'Too many operations wait.', { retryAfterMs: 60_000 })
  }
  const createdAt = ports.clock.now()
  await createCallFiles(store).keepInput({ id, createdAt }, input, signal)
  const { call } = await register.add({
    id,
    owner,
    principal,
    operation: operation.name,
    requestId,
    fingerprint: fingerprintOf(input),
    createdAt,
    expiresAt: createdAt + limits.keptMs,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  })
  await delivery.announce(id, { signal })
  return call
}

const accepted = (call: BackgroundCall): Answer =>
  jsonAnswer(
    202,
    {
      data: { operation: operationObject(call) },
      meta: { requestId: call.requestId, operation: call.operation, durationMs: 0, warnings: [] },
    },
    { ...jsonHeaders, 'preference-applied': 'respond-async', 'retry-after': String(lookAgainSeconds) },
  )
