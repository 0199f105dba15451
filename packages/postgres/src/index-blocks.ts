import { type ClientRecord, identifierKey, identifiersOf } from '@chancery/core'
import type { Run } from './database.ts'
import { keyText } from './key-text.ts'

/** Clients that are read at once. */
const atOnce = 1000

/** Gives all clients the keys of now by which they are found that may be one, in place of those of an earlier version. */
export async function indexBlocks(run: Run): Promise<void> {
  await run("DELETE FROM chancery_identifiers WHERE key LIKE 'block:%'")
  let place: readonly [space: unknown, id: unknown] = ['', '']
  for (;;) {
    const { rows } = await run(
      'SELECT space, id, record FROM chancery_clients WHERE (space, id) > ($1, $2) ORDER BY space, id LIMIT $3',
      [...place, atOnce],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    place = [last['space'], last['id']]
    const keys = rows.flatMap(({ space, id, record }) =>
      identifiersOf(JSON.parse(String(record)) as ClientRecord)
        .filter(({ kind }) => kind === 'block')
        .map((each) => ({ space, id, key: keyText(identifierKey(each)) })),
    )
    await run(
      `INSERT INTO chancery_identifiers (space, client, key, alone)
       SELECT DISTINCT each.*, false FROM unnest($1::text[], $2::text[], $3::text[]) AS each
       ON CONFLICT (space, key, client) DO NOTHING`,
      [keys.map(({ space }) => space), keys.map(({ id }) => id), keys.map(({ key }) => key)],
    )
  }
}
