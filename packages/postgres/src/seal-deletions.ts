import { type Seal, sealedAgain } from '@chancery/core'
import type { Run } from './database.ts'
import { keyText } from './key-text.ts'

/** Deletions that are read at once. */
const atOnce = 1000

/** Puts the bare digests of an earlier version under the seal. Several instances may do so at once. */
export async function sealDeletions(run: Run, seal: Seal): Promise<void> {
  for (;;) {
    const { rows } = await run("SELECT space, key FROM chancery_client_deletions WHERE key LIKE 'row:%' LIMIT $1", [
      atOnce,
    ])
    if (rows.length === 0) return
    const keys = rows.map(({ space, key }) => sealedAgain(String(key), String(space), seal) ?? '')
    await run(
      `WITH bare AS (
         DELETE FROM chancery_client_deletions AS known USING unnest($1::text[], $2::text[], $3::text[]) AS each (space, key, sealed)
         WHERE known.space = each.space AND known.key = each.key
         RETURNING known.space, each.sealed, known.client, known.deleted_at
       )
       INSERT INTO chancery_client_deletions (space, key, client, deleted_at) SELECT * FROM bare ON CONFLICT DO NOTHING`,
      [rows.map(({ space }) => space), rows.map(({ key }) => key), keys.map((key) => keyText(key))],
    )
  }
}
