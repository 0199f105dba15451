import { Pool } from 'pg'
import type { DatabaseSettings } from './database-settings.ts'

const connectMs = 5000
const defaultStatementMs = 10_000
/** The client waits a little longer than the server, whose answer says more. */
const graceMs = 2000

/** Connections are made at the first statement, kept for the next ones, and made again when they break. */
export function openPool({ url, connections, statementMs = defaultStatementMs }: DatabaseSettings): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + graceMs,
    idle_in_transaction_session_timeout: statementMs,
    keepAlive: true,
    application_name: 'chancery',
  })
  const ignore = (): void => undefined
  // A connection that breaks while no one uses it: the pool makes another one.
  pool.on('error', ignore)
  // One that breaks between two statements of who has it, or on the way to them, says so by this alone; the next one fails.
  pool.on('connect', (client) => client.on('error', ignore))
  return pool
}
