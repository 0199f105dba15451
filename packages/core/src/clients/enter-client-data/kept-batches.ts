import type { Context } from '../../context.ts'
import type { Json } from '../../json.ts'
import type { KeptOutcome } from '../../ports/client-directory.ts'
import type { Ports } from '../../ports/index.ts'
import { present } from '../../present.ts'
import type { EnteredBatch } from '../import-clients.ts'

/** A batch, or its rows of one transaction, as it is kept of a call that may be cut off. */
export interface KeptBatch extends EnteredBatch {
  /** Of the first reading: what changed in the source later need not be in the import. */
  readonly asOf?: string
}

type Needed = Pick<Ports, 'clientDirectory' | 'clock'>

/** The batches that a call entered before it was cut off, in order. What is kept of them is forgotten once it has answered. */
export async function enteredBefore(
  { clientDirectory }: Needed,
  { work, signal }: Pick<Context, 'work' | 'signal'>,
): Promise<readonly KeptBatch[]> {
  if (work === undefined) return []
  work.afterwards((signal) => clientDirectory.forgetOutcomes({ import: work.id }, { signal }))
  const batches: KeptBatch[] = []
  for (let after = 0; ;) {
    const kept = await clientDirectory.outcomeOf({ import: work.id, after }, { signal })
    if (kept === undefined) return batches
    const batch = kept as unknown as KeptBatch
    batches.push(batch)
    after += batch.outcomes.length
  }
}

/** What is kept of a batch where its call may be cut off. @param before rows before it */
export function keptBatch(
  before: number,
  asOf: string | undefined,
  { clock }: Needed,
  { work }: Pick<Context, 'work'>,
): ((batch: EnteredBatch, after: number) => KeptOutcome) | undefined {
  if (work === undefined) return undefined
  return (batch, after) => ({
    import: work.id,
    after: before + after,
    at: clock.now(),
    outcome: { ...batch, ...present({ asOf }) } satisfies KeptBatch as unknown as Json,
  })
}
