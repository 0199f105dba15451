import { DatabaseSync } from 'node:sqlite'
import type { ApiKeyRecord } from '@chancery/core'

/**
 * Whether a state database has keys that are valid, without making or changing anything. What is no such database has none.
 * @param now in ms since the epoch
 */
export function holdsValidApiKeys(file: string, now: number): boolean {
  const moment = new Date(now).toISOString()
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    return database
      .prepare('SELECT record FROM api_keys')
      .all()
      .map(({ record }) => JSON.parse(String(record)) as ApiKeyRecord)
      .some(({ revokedAt, expiresAt }) => revokedAt === undefined && (expiresAt === undefined || expiresAt > moment))
  } catch {
    return false
  } finally {
    database?.close()
  }
}
