import { AsyncLocalStorage } from 'node:async_hooks'
import type { Service } from './running-job.ts'

type Services = Readonly<Record<string, Service>>

/** The pool whose child waits for the service that runs now. */
const held = new AsyncLocalStorage<object>()

/**
 * Keeps jobs from waiting for each other in a circle: what a service calls while a child waits for it may run in a child of
 * another pool, and may wait for nothing itself.
 * @throws TypeError for a call that could wait for ever
 */
export function refuseCircle(pool: object, services: Services): void {
  const holder = held.getStore()
  if (holder === undefined) return
  if (holder === pool) throw new TypeError('A job waits for a service that needs a child of the same pool.')
  if (Object.keys(services).length > 0) throw new TypeError('A job waits for a service whose own job calls services.')
}

/**
 * The services of a job, which know that a child of the pool waits for them, and whose call they are part of: the child's
 * channel, by which they are called, belongs to none.
 */
export function servicesWhileHeld(pool: object, services: Services): Services {
  const inCall = AsyncLocalStorage.snapshot()
  return Object.fromEntries(
    Object.entries(services).map(([name, service]): [string, Service] => [
      name,
      (payload, options) => inCall(() => held.run(pool, () => service(payload, options))),
    ]),
  )
}
