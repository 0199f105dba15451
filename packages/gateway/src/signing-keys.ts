import { ChanceryError, type Clock } from '@chancery/core'

/** Public keys by their ids, in PEM. */
export type Keys = Readonly<Record<string, string>>

/** Keys as they were fetched, and how long they may be used, in ms; absent: nothing was said. */
export interface FetchedKeys {
  readonly keys: Keys
  readonly maxAgeMs?: number
}

/** How long keys are used where nothing, or something odd, is said of it, in ms. */
const usualAgeMs = 5 * 60_000
const leastAgeMs = 60_000
const mostAgeMs = 24 * 60 * 60_000

/** Between two looks for a key that is not among those that are held, in ms: anybody may name one. */
const unknownKeyPauseMs = 60_000

/** After a failure, before the next try, in ms. */
const failurePauseMs = 1000

/**
 * The keys of an issuer, fetched when they are first wanted, when their time is over, and when a key is named that is not
 * among them. Several calls share one fetch.
 * @returns finds the keys with one of that id; `undefined`: the issuer has none
 * @throws (the finder) `provider_unavailable` where they are wanted and cannot be had
 */
export function createSigningKeys(
  fetchKeys: () => Promise<FetchedKeys>,
  clock: Clock,
): (id: string) => Promise<Keys | undefined> {
  let held: { readonly keys: Keys; readonly since: number; readonly until: number } | undefined
  let failed: { readonly since: number; readonly error: ChanceryError } | undefined
  let fetching: Promise<Keys> | undefined

  async function fetchAgain(): Promise<Keys> {
    try {
      const { keys, maxAgeMs = usualAgeMs } = await fetchKeys()
      const since = clock.now()
      held = { keys, since, until: since + Math.min(Math.max(maxAgeMs, leastAgeMs), mostAgeMs) }
      failed = undefined
      return keys
    } catch (cause) {
      const error = new ChanceryError(
        'provider_unavailable',
        'The keys that Google’s identity tokens are checked with cannot be fetched.',
        { details: { provider: 'google-certs' }, retryAfterMs: failurePauseMs, cause },
      )
      failed = { since: clock.now(), error }
      throw error
    } finally {
      fetching = undefined
    }
  }

  /** Whether it is no longer ago than that; a clock that was set back makes everything long ago. */
  const isWithin = (since: number, ms: number): boolean => clock.now() >= since && clock.now() < since + ms

  return async (id) => {
    if (held !== undefined && isWithin(held.since, held.until - held.since)) {
      if (Object.hasOwn(held.keys, id)) return held.keys
      if (isWithin(held.since, unknownKeyPauseMs)) return undefined
    }
    if (fetching === undefined && failed !== undefined && isWithin(failed.since, failurePauseMs)) throw failed.error
    fetching ??= fetchAgain()
    const keys = await fetching
    return Object.hasOwn(keys, id) ? keys : undefined
  }
}
