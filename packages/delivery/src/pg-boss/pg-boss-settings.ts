import type { ChanceryError, Logger } from '@chancery/core'

/** What pg-boss asks the database by: `openPostgresConnections` of `@chancery/postgres`. */
export interface DeliveryDatabase {
  /** @throws what `pg` throws */
  executeSql(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  errorOf(error: unknown): ChanceryError
}

/** Which queue it is, and where. */
export interface PgBossPlace {
  readonly database: DeliveryDatabase
  /** Letters, digits, `_`, `-`, `.` and `/`; default `calls`. Services that share a database name different ones. */
  readonly queue?: string
  /** Of the database, for the tables of pg-boss alone; default `chancery_work`. */
  readonly schema?: string
}

export interface PgBossDeliverySettings extends PgBossPlace {
  /** How often all workers together look for calls of which nobody told, in seconds; default 15. */
  readonly lookSeconds?: number
  /** How often pg-boss looks for workers that are gone, in seconds; default 30. */
  readonly superviseSeconds?: number
  /** Is told of failures on the way, at the most once a minute. */
  readonly logger?: Logger
}

export interface PgBossTableSettings extends PgBossPlace {
  /** After so long without a sign of its worker a job is told again, in seconds, 10 at the least; default 30. */
  readonly heartbeatSeconds?: number
  /** How long a job stays that has ended, in seconds; default 3,600. */
  readonly keptSeconds?: number
}

export const usualQueue = 'calls'
export const usualSchema = 'chancery_work'
