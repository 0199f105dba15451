import type { ChanceryError } from '@chancery/core'
import type { DatabaseSettings } from './database-settings.ts'
import { openPool } from './pool.ts'
import { postgresError } from './postgres-error.ts'

/** Connections for a library that writes its own statements, and knows what the client throws. */
export interface PostgresConnections {
  /** Several statements may come as one text, if there are no values. @throws what `pg` throws */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  /** What an error of them means to a caller. */
  errorOf(error: unknown): ChanceryError
  close(): Promise<void>
}

/** Connects at the first statement; connections that break are made again. */
export function openPostgresConnections(settings: DatabaseSettings): PostgresConnections {
  const pool = openPool(settings)
  return {
    executeSql: (text, values) => (values === undefined ? pool.query(text) : pool.query(text, [...values])),
    errorOf: postgresError,
    close: () => pool.end(),
  }
}
