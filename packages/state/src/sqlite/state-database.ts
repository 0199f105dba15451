import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock, EventRecording } from '@chancery/core'
import { inPlaceOf, watchSqliteFile } from '@chancery/formats/sqlite-file'
import type { StateStores } from '../state-stores.ts'
import { createMemoryRateLimiter } from '../memory/memory-rate-limiter.ts'
import { createSqliteApiKeyStore } from './sqlite-api-key-store.ts'
import { createSqliteCallRegister } from './sqlite-call-register.ts'
import { createSqliteEmailEventLog } from './sqlite-email-event-log.ts'
import { createSqliteEmailLedger } from './sqlite-email-ledger.ts'
import { createSqliteEventOutbox, eventWriter } from './sqlite-event-outbox.ts'
import { sqliteError } from './sqlite-error.ts'
import { createSqliteIdempotencyStore } from './sqlite-idempotency-store.ts'
import { createSqliteSuppressionList } from './sqlite-suppression-list.ts'
import { migrate } from './state-schema.ts'

/** Processes that share state name the same file. */
export interface StateDatabaseSettings {
  /** The database file; made with its folder when it is missing. On a local disk: SQLite's locks need one. */
  readonly file: string
  /** What leases and expiries are measured by. */
  readonly clock: Clock
  /** What is told of effects, written with them. Absent: nothing. */
  readonly recording?: EventRecording | undefined
}

/** How long a statement waits for another process, in ms. */
const busyTimeout = 5000

/**
 * The stores in one SQLite file, which several processes may share; rates alone are of this process, since a flush for each
 * call would cost more than the calls. Every write is on the disk when it resolves
 * (WAL, `synchronous=FULL`). Calls block for the time of one small statement and one flush.
 * @throws `provider_unavailable`, `provider_failed` when the file cannot be opened or is no database.
 */
export function openStateDatabase({ file, clock, recording }: StateDatabaseSettings): StateStores {
  let database: DatabaseSync | undefined
  try {
    mkdirSync(dirname(file), { recursive: true })
    const opened = new DatabaseSync(file, { timeout: busyTimeout })
    database = opened
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
    migrate(opened)
    const writeEvent = eventWriter(opened, recording)
    const watched = watchSqliteFile(file)
    return {
      idempotency: inPlaceOf(watched, createSqliteIdempotencyStore(opened, clock)),
      apiKeys: inPlaceOf(watched, createSqliteApiKeyStore(opened, watched)),
      emailLedger: inPlaceOf(watched, createSqliteEmailLedger(opened, writeEvent, recording)),
      suppressions: inPlaceOf(watched, createSqliteSuppressionList(opened)),
      emailEvents: inPlaceOf(watched, createSqliteEmailEventLog(opened)),
      rates: createMemoryRateLimiter(clock),
      calls: inPlaceOf(watched, createSqliteCallRegister(opened, clock, writeEvent, recording)),
      events: inPlaceOf(watched, createSqliteEventOutbox(opened, writeEvent)),
      close: () => opened.close(),
    }
  } catch (error) {
    database?.close()
    throw sqliteError(error)
  }
}
