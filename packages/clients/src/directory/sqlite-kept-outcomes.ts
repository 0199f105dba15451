import type { DatabaseSync } from 'node:sqlite'
import type { BatchPlace, ClientDirectory, Json, KeptOutcome } from '@chancery/core'

/** What became of batches; `keep` is within a transaction of the caller's. Each throws what SQLite throws. */
export function keptOutcomes(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO import_outcomes (import, after_rows, space, at, outcome) VALUES (?, ?, ?, ?, ?)',
  )
  const one = database.prepare('SELECT outcome FROM import_outcomes WHERE import = ? AND after_rows = ? AND space = ?')
  const ofImport = database.prepare('DELETE FROM import_outcomes WHERE import = ?')
  const before = database.prepare('DELETE FROM import_outcomes WHERE at < ?')
  return {
    find(space: string, place: BatchPlace): Json | undefined {
      const row = one.get(place.import, place.after, space)
      return row && (JSON.parse(String(row['outcome'])) as Json)
    },
    keep(space: string, { import: id, after, at, outcome }: KeptOutcome): void {
      insert.run(id, after, space, at, JSON.stringify(outcome))
    },
    /** Out of the log too: it holds what people said. */
    forget(which: Parameters<ClientDirectory['forgetOutcomes']>[0]): void {
      const { changes } = 'import' in which ? ofImport.run(which.import) : before.run(which.before)
      if (changes > 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
  }
}
