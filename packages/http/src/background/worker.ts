import type { Receiving } from '@chancery/core'
import { asChanceryError } from '../answer/problem.ts'
import { createCallFiles } from './call-files.ts'
import { workCall, type WorkSettings } from './work-call.ts'

/** How often what has expired is looked for, in ms. */
const sweepMs = 60_000
const sweptAtOnce = 100

/**
 * Does calls as they are told of, until it is closed: those that are being done are then handed back, and another worker
 * goes on with them.
 */
export async function startWorker(settings: WorkSettings): Promise<Receiving> {
  const { background } = settings
  const { delivery, limits } = background
  const stop = new AbortController()
  const receiving = await delivery.receive(async () => await workNext(settings, stop.signal), { slots: limits.slots })
  const sweeping = setInterval(() => void sweep(settings, stop.signal), sweepMs)
  sweeping.unref()
  return {
    async close() {
      clearInterval(sweeping)
      stop.abort()
      await receiving.close()
    },
  }
}

/** Does the call whose turn it is. @returns whether there was one */
export async function workNext(settings: WorkSettings, stop: AbortSignal): Promise<boolean> {
  const { register, limits } = settings.background
  if (stop.aborted) return false
  const taken = await register.take({ leaseMs: limits.leaseMs })
  if (taken === undefined) return false
  const { requestId, operation } = taken.call
  // Whatever is logged on the way belongs to the request that brought the call.
  await settings.background.ports.logger.within({ requestId, operation }, () => workCall(settings, taken, stop))
  return true
}

/**
 * Takes away calls that have expired: first what lies in the store, so that nothing stays behind that nobody knows of. Of
 * imports whose worker ended before it could say so, what was kept for them is older than any call.
 */
export async function sweep({ background }: WorkSettings, signal: AbortSignal): Promise<void> {
  const { register, store, ports, limits } = background
  const files = createCallFiles(store)
  try {
    for (const call of await register.expired(sweptAtOnce)) {
      await files.remove(call, signal)
      await register.remove(call.id)
    }
    await ports.clientDirectory.forgetOutcomes({ before: ports.clock.now() - limits.keptMs }, { signal })
  } catch (error) {
    if (!signal.aborted) ports.logger.log('warning', 'sweep', { code: asChanceryError(error).code })
  }
}
