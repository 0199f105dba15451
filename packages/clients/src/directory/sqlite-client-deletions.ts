import type { DatabaseSync } from 'node:sqlite'
import { type ClientDeletion, type ClientIdentifier, deletionKey, type Seal, sealedAgain } from '@chancery/core'

/** Puts the bare digests of an earlier version under the seal, and leaves none of them in the file or its log. */
export function sealDeletions(database: DatabaseSync, seal: Seal): void {
  const bare = database.prepare("SELECT space, key FROM deletions WHERE key LIKE 'row:%'").all()
  if (bare.length === 0) return
  const replace = database.prepare('UPDATE OR REPLACE deletions SET key = ? WHERE space = ? AND key = ?')
  database.exec('BEGIN IMMEDIATE')
  try {
    for (const row of bare) {
      const [space, key] = [String(row['space']), String(row['key'])]
      replace.run(sealedAgain(key, space, seal) ?? key, space, key)
    }
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

/** Finds who was deleted; where nobody was, no digest is made. */
export function deletionFinder(
  database: DatabaseSync,
  seal: Seal,
): (space: string, identifiers: readonly ClientIdentifier[]) => ClientDeletion[] {
  const any = database.prepare('SELECT 1 FROM deletions WHERE space = ? LIMIT 1')
  const deletion = database.prepare('SELECT client, deleted_at FROM deletions WHERE space = ? AND key = ?')
  return (space, identifiers) =>
    any.get(space) === undefined
      ? []
      : identifiers.flatMap((by): ClientDeletion[] => {
          const row = deletion.get(space, deletionKey(by, space, seal))
          return row === undefined ? [] : [{ client: String(row['client']), deletedAt: String(row['deleted_at']), by }]
        })
}
