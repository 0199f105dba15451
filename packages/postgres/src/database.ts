import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { ChanceryError } from '@chancery/core'
import type { DatabaseSettings } from './database-settings.ts'
import { openPool } from './pool.ts'
import { lostRace, postgresError, sqlState } from './postgres-error.ts'

export interface Result {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  /** Rows that were written, or read. */
  readonly count: number
}

/** Runs one statement. Outside of a transaction it throws what `postgresError` makes of a failure; a transaction does so as a whole. */
export type Run = (text: string, values?: readonly unknown[]) => Promise<Result>

export interface Database {
  readonly run: Run
  /** For what does the same however often it is done: goes on for a while when the database is away. */
  readonly runSurely: Run
  /** All statements of the work or none; runs again when another transaction was in the way. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>
  /** Ends when running statements have ended. */
  close(): Promise<void>
}

const maxTries = 4
/** Waits between the tries of what is done surely, in ms: longer than a database takes to start again. */
const patience = [100, 300, 600, 1000, 1500]

/** By connections that are made at the first statement, kept for the next ones, and made again when they break. */
export function openDatabase(settings: DatabaseSettings): Database {
  const pool = openPool(settings)

  const attempt = async (run: Run, text: string, values: readonly unknown[] = []): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      try {
        return await run(text, values)
      } catch (error) {
        if (!lostRace(error) || tries === maxTries) throw postgresError(error)
      }
    }
  }
  const run: Run = (text, values) => attempt(statementOn(pool), text, values)

  return {
    run,
    async runSurely(text, values) {
      for (const ms of patience) {
        try {
          return await run(text, values)
        } catch (error) {
          if (!ChanceryError.is(error) || error.code !== 'provider_unavailable') throw error
          await wait(ms)
        }
      }
      return run(text, values)
    },
    async transaction(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await inTransaction(pool, work)
        } catch (error) {
          if (!(error instanceof StatementError)) throw error
          if (!lostRace(error.cause) || tries === maxTries) throw postgresError(error.cause)
        }
      }
    },
    close: () => pool.end(),
  }
}

/** Sets an error of a statement apart from whatever else the work of a transaction may throw. */
class StatementError extends Error {}

async function inTransaction<T>(pool: Pool, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await connectionOf(pool)
  let broken = false
  const statement = statementOn(client)
  const run: Run = async (text, values) => {
    try {
      return await statement(text, values)
    } catch (cause) {
      broken ||= sqlState(cause) === undefined
      throw new StatementError('', { cause })
    }
  }
  try {
    await run('BEGIN')
    const result = await work(run)
    await run('COMMIT')
    return result
  } catch (error) {
    if (!broken) await run('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release(broken)
  }
}

async function connectionOf(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (cause) {
    throw new StatementError('', { cause })
  }
}

const statementOn =
  (target: Pick<PoolClient, 'query'>): Run =>
  async (text, values = []) => {
    // Without values several statements may come as one text.
    const { rows, rowCount } = await (values.length === 0 ? target.query(text) : target.query(text, [...values]))
    return { rows: rows as Result['rows'], count: rowCount ?? 0 }
  }
