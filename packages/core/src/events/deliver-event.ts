import type { Clock } from '../ports/clock.ts'
import type { DocumentStore } from '../ports/document-store.ts'
import type { DeliveryOutcome, EventDeliveries, EventDelivery, EventHold } from '../ports/event-outbox.ts'
import type { Logger } from '../ports/logger.ts'
import type { Providers } from '../ports/providers.ts'

/** What an endpoint answered. `code`: of the log and the list of dead letters, a word or a status. */
export type Told =
  | { readonly state: 'delivered' }
  | { readonly state: 'gone'; readonly code: string }
  | { readonly state: 'failed'; readonly code: string; readonly retryAfterMs?: number }

export interface DeliveryNeeds {
  readonly deliveries: EventDeliveries
  readonly stores: Providers<DocumentStore>
  readonly clock: Clock
  readonly logger: Logger
  /** From 0 to 1. */
  readonly random: () => number
  tell(delivery: EventDelivery, signal: AbortSignal): Promise<Told>
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
/** Between the tries: together some 26 hours. */
const pausesMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 10 * hour] as const
/** Longer than a try may take; after it another process takes the delivery. */
const leaseMs = minute
/** The clocks of a store and of this machine may differ by so much. */
const skewMs = minute

/**
 * Delivers one event to an endpoint, at least once: it is forgotten when the endpoint has answered that it has it.
 * @returns whether there was one
 */
export async function deliverEvent(endpoint: string, needs: DeliveryNeeds, signal: AbortSignal): Promise<boolean> {
  const { deliveries, clock, logger } = needs
  const delivery = await deliveries.take(endpoint, { now: clock.now(), leaseMs })
  if (delivery === undefined) return false
  const outcome = await outcomeOf(delivery, needs, signal)
  if (outcome.state === 'dead' || outcome.state === 'gone') {
    const { id, tries } = delivery
    logger.log('warning', 'event-not-delivered', {
      event: id,
      endpoint,
      tries,
      state: outcome.state,
      code: outcome.code,
    })
  }
  await deliveries.settle(delivery, outcome)
  return true
}

async function outcomeOf(delivery: EventDelivery, needs: DeliveryNeeds, signal: AbortSignal): Promise<DeliveryOutcome> {
  const { hold, at, tries } = delivery
  const { clock, stores, random } = needs
  if (hold !== undefined) {
    const happened = await wasStored(hold, at, stores, signal)
    // There is nothing to tell.
    if (happened === false) return { state: 'delivered' }
    if (happened === undefined) return { state: 'untold', dueAt: clock.now() + minute, code: 'store_unavailable' }
  }
  const told = await needs.tell(delivery, signal)
  if (told.state !== 'failed') return told
  const pause = pausesMs[tries - 1]
  if (pause === undefined) return { state: 'dead', code: told.code }
  // Up to a fifth more, so that what failed together does not come back together.
  const wait = Math.max(pause * (1 + random() / 5), Math.min(told.retryAfterMs ?? 0, 10 * hour))
  return { state: 'later', dueAt: clock.now() + Math.round(wait), code: told.code }
}

/** Whether a document was stored whose storing nobody confirmed; `undefined`: the store cannot be asked now. */
async function wasStored(
  { provider, path, sha256 }: EventHold,
  at: number,
  stores: Providers<DocumentStore>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (!stores.names.includes(provider)) return false
  try {
    const found = await stores.get(provider).stat(path, { signal })
    if (found === undefined || (sha256 !== undefined && found.sha256 !== sha256)) return false
    return Date.parse(found.updatedAt) >= at - skewMs
  } catch {
    return undefined
  }
}
