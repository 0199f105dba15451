import { throwIfCancelled, untilAborted } from '@chancery/core'
import { checkConditions, type ConditionsKept } from './conditions.ts'
import type { ObjectDriver, ObjectFacts, Repeat } from './object-driver.ts'
import type { ObjectStoreSettings } from './object-store-settings.ts'
import { repeatedCall } from './repeated-call.ts'

/** For finding out whether conditions hold, in ms. */
const conditionsMs = 30_000
/** For each byte of a document, in ms: half a megabit a second. */
const perByteMs = 1 / 64

/** The calls of one bucket, each made again where that may help, and what is known of the bucket. */
export interface BucketCalls {
  /** What lies before the names of all objects. */
  readonly root: string
  /** Loads the SDK, at the first call. */
  opened(): Promise<ObjectDriver>
  repeatFor(driver: ObjectDriver, signal: AbortSignal): Repeat
  /** One call of the SDK. @param bytes that it carries */
  call<Result>(
    signal: AbortSignal,
    work: (driver: ObjectDriver, signal: AbortSignal) => Promise<Result>,
    bytes?: number,
  ): Promise<Result>
  /** Fails where the bucket is absent, or refuses us. */
  touch(signal: AbortSignal): Promise<unknown>
  /** What the store keeps to, found out once for all callers. A store that cannot be asked now is asked again. */
  conditionsKept(signal: AbortSignal): Promise<ConditionsKept>
  /** The object of a document. */
  find(path: string, signal: AbortSignal, version?: string): Promise<ObjectFacts | undefined>
  /** The bucket has been seen: what is not found in it is an absent document. */
  seen(): void
}

export function bucketCalls(
  id: string,
  settings: ObjectStoreSettings & { readonly conditions: 'try' | 'trust' },
  open: () => Promise<ObjectDriver>,
): BucketCalls {
  const { callMs = 10_000, attempts = 4, backoffMs = 200 } = settings
  const root = settings.prefix === undefined || settings.prefix === '' ? '' : `${settings.prefix.replace(/\/$/, '')}/`
  let isThere = false
  let opening: Promise<ObjectDriver> | undefined
  let trying: Promise<ConditionsKept> | undefined
  const opened = (): Promise<ObjectDriver> => (opening ??= open())
  const repeatFor = (driver: ObjectDriver, signal: AbortSignal): Repeat => {
    return (work, bytes = 0) =>
      repeatedCall(work, { driver, signal, callMs: callMs + bytes * perByteMs, attempts, backoffMs })
  }
  const call: BucketCalls['call'] = async (signal, work, bytes = 0) => {
    throwIfCancelled(signal)
    const driver = await opened()
    return await repeatFor(driver, signal)((own) => work(driver, own), bytes)
  }
  const touch = (signal: AbortSignal): Promise<unknown> => call(signal, (driver, own) => driver.touch(root, own))

  return {
    root,
    opened,
    repeatFor,
    call,
    touch,
    async conditionsKept(signal) {
      if (settings.conditions === 'trust') return { deletes: true }
      const driver = await opened()
      trying ??= checkConditions(driver, root, repeatFor(driver, AbortSignal.timeout(conditionsMs)), id)
      const tried = trying
      tried.catch(() => {
        if (trying === tried) trying = undefined
      })
      return await untilAborted(tried, signal)
    },
    async find(path, signal, version) {
      const found = await call(signal, (driver, own) => driver.find(root + path, version, own))
      // An absent bucket is answered like an absent object.
      if (found === undefined && !isThere) await touch(signal)
      isThere = true
      return found
    },
    seen() {
      isThere = true
    },
  }
}
