import type { Context } from '../../context.ts'
import type { EnteredBatch } from '../import-clients.ts'

/** A batch as it is kept of a call that may be cut off. */
export interface KeptBatch extends EnteredBatch {
  /** Of its last row. */
  readonly cursor: string
}

/** @param rows those of the batches before */
export const partName = (rows: number): string => `rows-${rows}`

/** The batches that a call entered before it was cut off, in order. */
export async function enteredBefore({ work }: Pick<Context, 'work'>): Promise<readonly KeptBatch[]> {
  const batches: KeptBatch[] = []
  if (work === undefined) return batches
  for (let rows = 0; ;) {
    const kept = (await work.kept(partName(rows))) as KeptBatch | undefined
    // What an older version of the service kept has no cursor: its batches are entered again, and change nothing.
    if (kept?.cursor === undefined || kept.outcomes.length === 0) return batches
    batches.push(kept)
    rows += kept.outcomes.length
  }
}
