import {
  ChanceryError,
  deliverEvent,
  type EventDeliveries,
  type EventOutbox,
  type EventSource,
  type Ports,
  type Receiving,
} from '@chancery/core'
import type { Webhooks } from '@chancery/webhooks'

/** How often is looked for events whose time has come, in ms. */
const lookMs = 1000
/** How often what nobody wants any more is forgotten, and what was cut off looked for, in ms. */
const tidyMs = 60_000
/** Tries to one endpoint at once: one that is slow holds up no other. */
const atOnce = 4
/** Events that are moved from one database to the other at once. */
const movedAtOnce = 100
/** How long dead ones are kept, in ms. */
const keptMs = 30 * 24 * 60 * 60 * 1000
/** How long a closing waits for tries that are under way, in ms; cut off, they are made again. */
const closeMs = 2000

export interface EventWork {
  readonly events: EventOutbox & EventDeliveries
  /** Of a database that has no outbox. */
  readonly source?: EventSource | undefined
  readonly webhooks: Webhooks
  readonly ports: Pick<Ports, 'stores' | 'clock' | 'logger' | 'emailLedger'>
  /** The longest that a call may take, in ms: an e-mail that was begun before is on its way no more. */
  readonly longestCallMs: number
}

/** Tells of events when they are due, until it is closed; whoever else does so takes others. */
export function deliverEvents(work: EventWork): Receiving {
  const { events, webhooks, ports } = work
  const closing = new AbortController()
  const cutOff = new AbortController()
  const needs = {
    deliveries: events,
    stores: ports.stores,
    clock: ports.clock,
    logger: ports.logger,
    random: Math.random,
    tell: webhooks.tell,
  }
  const lane = (endpoint: string) => async (): Promise<void> => {
    while (!closing.signal.aborted && (await deliverEvent(endpoint, needs, cutOff.signal)));
  }
  const loops = [
    ...webhooks.endpoints.flatMap((endpoint) => Array.from({ length: atOnce }, () => lane(endpoint))),
    () => moveEvents(work),
  ].map((each) => looked(each, lookMs, ports))
  const tidying = looked(() => tidy(work), tidyMs, ports)
  return {
    async close() {
      closing.abort()
      const timer = setTimeout(() => cutOff.abort(), closeMs)
      await Promise.all([...loops, tidying].map((end) => end()))
      clearTimeout(timer)
    },
  }
}

/** Does something every so often, once at a time. @returns how to end it */
function looked(work: () => Promise<void>, everyMs: number, { logger }: Pick<Ports, 'logger'>): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      const code = ChanceryError.is(error) ? error.code : 'internal'
      logger.log('warning', 'events-unavailable', { code })
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => (running = undefined))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Gives the outbox what another database has written down: first there, then forgotten here, so that nothing is lost. */
async function moveEvents({ events, source }: EventWork): Promise<void> {
  const waiting = (await source?.waiting(movedAtOnce)) ?? []
  for (const event of waiting) await events.add(event)
  if (waiting.length > 0) await source?.forget(waiting.map(({ id }) => id))
}

async function tidy({ events, ports: { clock, emailLedger }, longestCallMs }: EventWork): Promise<void> {
  const now = clock.now()
  await events.forget(now - keptMs)
  // Of an e-mail that a crash has cut off nobody has told yet that it is in doubt.
  for (const { id, at = now } of await emailLedger.open({ states: ['begun'], limit: movedAtOnce })) {
    if (at < now - longestCallMs) await emailLedger.settle(id, { status: 'unknown', code: 'cut_off' })
  }
}
