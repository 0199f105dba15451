import type {
  ApiKeyStore,
  CallRegister,
  AuditLog,
  ClientDirectory,
  Clock,
  EmailEventLog,
  EmailLedger,
  EmailSchedule,
  EventDeliveries,
  EventOutbox,
  EventRecording,
  IdempotencyStore,
  RateLimiter,
  RefreshTokens,
  Seal,
  SuppressionList,
} from '@chancery/core'
import type { DatabaseSettings } from './database-settings.ts'
import { onceDone } from './once-done.ts'
import { type Database, openDatabase } from './database.ts'
import { createPostgresApiKeyStore } from './postgres-api-key-store.ts'
import { createPostgresCallRegister } from './postgres-call-register.ts'
import { createPostgresAuditLog } from './postgres-audit-log.ts'
import { createPostgresClientDirectory } from './postgres-client-directory.ts'
import { createPostgresEmailEventLog } from './postgres-email-event-log.ts'
import { createPostgresEmailLedger } from './postgres-email-ledger.ts'
import { createPostgresEventOutbox } from './postgres-event-outbox.ts'
import { createPostgresIdempotencyStore } from './postgres-idempotency-store.ts'
import { createPostgresRateLimiter } from './postgres-rate-limiter.ts'
import { createPostgresRefreshTokens } from './postgres-refresh-tokens.ts'
import { createPostgresSuppressionList } from './postgres-suppression-list.ts'
import { sharedClock } from './shared-clock.ts'
import { assertSchema, migrate, type Migrated } from './schema.ts'

/** All that instances of one service share. */
export interface PostgresState {
  readonly idempotency: IdempotencyStore
  readonly apiKeys: ApiKeyStore
  readonly emailLedger: EmailLedger & EmailSchedule
  readonly suppressions: SuppressionList
  readonly emailEvents: EmailEventLog
  readonly rates: RateLimiter
  readonly calls: CallRegister
  readonly auditLog: AuditLog
  readonly events: EventOutbox & EventDeliveries
  /** @param seal of what is remembered of deleted clients */
  clientDirectory(seal: Seal): ClientDirectory
  /** Those of a connection. @param configured the one that whoever runs the service has set */
  refreshTokens(connection: string, configured: string): RefreshTokens
  /** @throws `provider_unavailable`, with what to do, where the database cannot be used as it is. */
  prepare(): Promise<void>
  close(): Promise<void>
}

/** The connection's settings, and this instance's own clock, which may be another's: leases and expiries go by the database's. */
export type PostgresSettings = DatabaseSettings & {
  readonly clock: Clock
  /** What is told of effects, written with them. Absent: nothing. */
  readonly recording?: EventRecording | undefined
}

/** Connects at the first call. The tables must be there: see `migrateDatabase`. */
export function openPostgresState({ clock, recording, ...settings }: PostgresSettings): PostgresState {
  const opened = openDatabase(settings)
  const prepare = onceDone(() => assertSchema(opened.run))
  const database = preparedFirst(opened, prepare)
  const shared = sharedClock(database.run, clock)
  return {
    idempotency: createPostgresIdempotencyStore(database, shared),
    apiKeys: createPostgresApiKeyStore(database),
    emailLedger: createPostgresEmailLedger(database, recording),
    suppressions: createPostgresSuppressionList(database),
    emailEvents: createPostgresEmailEventLog(database),
    rates: createPostgresRateLimiter(database, shared),
    clientDirectory: (seal) => createPostgresClientDirectory(database, seal, recording),
    calls: createPostgresCallRegister(database, shared, recording),
    auditLog: createPostgresAuditLog(database),
    events: createPostgresEventOutbox(database, recording),
    refreshTokens: (connection, configured) => createPostgresRefreshTokens(database, connection, configured),
    prepare,
    close: opened.close,
  }
}

/** Makes the tables, or brings them to this version; of several that come at once, one does. */
export async function migrateDatabase(settings: Pick<DatabaseSettings, 'url'>): Promise<Migrated> {
  const database = openDatabase({ ...settings, connections: 1, statementMs: 600_000 })
  try {
    return await migrate(database)
  } finally {
    await database.close()
  }
}

/** No statement reaches tables that are of another version. */
const preparedFirst = (database: Database, prepare: () => Promise<void>): Database => ({
  run: async (text, values) => {
    await prepare()
    return database.run(text, values)
  },
  runSurely: database.runSurely,
  transaction: async (work) => {
    await prepare()
    return database.transaction(work)
  },
  close: database.close,
})
