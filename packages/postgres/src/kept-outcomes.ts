import { type BatchPlace, ChanceryError, type ClientDirectory, type Json, type KeptOutcome } from '@chancery/core'
import type { Run } from './database.ts'
import { keyText } from './key-text.ts'

/** What was kept of a batch of an import. */
export async function outcomeOf(run: Run, space: string, place: BatchPlace): Promise<Json | undefined> {
  const { rows } = await run(
    'SELECT outcome FROM chancery_import_outcomes WHERE import = $1 AND after_rows = $2 AND space = $3',
    [keyText(place.import), place.after, space],
  )
  return rows[0] && (JSON.parse(String(rows[0]['outcome'])) as Json)
}

/** @throws `write_conflict` where there is one already */
export async function keepOutcome(run: Run, space: string, kept: KeptOutcome): Promise<void> {
  const { count } = await run(
    `INSERT INTO chancery_import_outcomes (import, after_rows, space, at, outcome) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    // JSON escapes what Postgres cannot hold.
    [keyText(kept.import), kept.after, space, kept.at, JSON.stringify(kept.outcome)],
  )
  if (count === 0) throw new ChanceryError('write_conflict', 'The batch was entered at the same time.')
}

export async function forgetOutcomes(run: Run, which: Parameters<ClientDirectory['forgetOutcomes']>[0]): Promise<void> {
  if ('import' in which) await run('DELETE FROM chancery_import_outcomes WHERE import = $1', [keyText(which.import)])
  else await run('DELETE FROM chancery_import_outcomes WHERE at < $1', [which.before])
}
