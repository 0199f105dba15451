import { type ClientRecord, searchKeys } from '@chancery/core'
import type { Run } from './database.ts'

/** Clients that are read at once. */
const atOnce = 1000

/** Gives the clients that have none the words by which they are looked for. */
export async function indexWords(run: Run): Promise<void> {
  for (;;) {
    const { rows } = await run('SELECT space, id, record FROM chancery_clients WHERE words IS NULL LIMIT $1', [atOnce])
    if (rows.length === 0) return
    const words = rows.map(({ space, record }) =>
      searchKeys(String(space), JSON.parse(String(record)) as ClientRecord).join(' '),
    )
    await run(
      `UPDATE chancery_clients AS known SET words = array_to_tsvector(string_to_array(each.words, ' '))
       FROM unnest($1::text[], $2::text[], $3::text[]) AS each (space, id, words)
       WHERE known.space = each.space AND known.id = each.id`,
      [rows.map(({ space }) => space), rows.map(({ id }) => id), words],
    )
  }
}
