import { type Context, spaceOf } from '../context.ts'
import { ChanceryError } from '../errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Claims } from '../ports/idempotency-store.ts'

/** After which those who were told of another move come again, in ms: most end within it. */
const retryAfterMs = 1000

/** For so long a move that was cut off holds others up, in ms; one that takes longer is no more alone. */
const longestMs = 300_000

/** A document of a space and a store, as calls know it that move it or take it away. */
export const movedKey = (context: Context, store: string, path: string): string =>
  JSON.stringify([spaceOf(context.principal), store, path])

/**
 * Does work on a document while no move or delete but the work's own takes it away. A move stores at the new path before it takes away
 * from the old one, and a delete that finds nothing may be its own, told late: of two that run side by side, neither could
 * know that its copy is one too many, and of two there and back each would take the other's copy for its own; and what is
 * deleted within a move would go on at the new path. So all but the first are told.
 * @param document of `movedKey`
 * @throws `write_conflict` where another call moves or deletes it now, and what the work throws
 */
export async function movedAlone<Result>(
  document: string,
  { claims, clock }: { readonly claims: Claims; readonly clock: Clock },
  { deadline }: Context,
  work: () => Promise<Result>,
): Promise<Result> {
  const leaseMs = Math.min(longestMs, Math.max(retryAfterMs, deadline - clock.now()))
  const claim = await claims.claim({ key: `moved ${document}`, fingerprint: '', leaseMs })
  if (claim.state !== 'claimed') {
    throw new ChanceryError('write_conflict', 'Another call moves or deletes this document now.', { retryAfterMs })
  }
  try {
    return await work()
  } finally {
    // Where that fails, the claim lapses by itself.
    await claims.release(claim.token).catch(() => undefined)
  }
}
