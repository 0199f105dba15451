import { setTimeout as wait } from 'node:timers/promises'
import { ChanceryError } from '@chancery/core'
import { loadPgBoss } from './load-pg-boss.ts'
import { type PgBossPlace, type PgBossTableSettings, usualQueue, usualSchema } from './pg-boss-settings.ts'

/** A call may take its time; a worker that is gone is known by its heartbeat. */
const longestSeconds = 24 * 3600
/** A job that nobody wanted for so long; its call is found by looking. */
const waitingSeconds = 7 * 24 * 3600
/** Between two looks whether the indexes are built that pg-boss builds later, in ms. */
const indexLookMs = 500

/**
 * Makes the tables of pg-boss and the queue, or brings them to this version; of several that come at once, one does. Where
 * they are there already no right to make tables is needed.
 * @throws `provider_*`
 */
export async function migratePgBoss(settings: PgBossTableSettings): Promise<void> {
  const { database, queue = usualQueue, schema = usualSchema, heartbeatSeconds = 30, keptSeconds = 3600 } = settings
  const { PgBoss } = await loadPgBoss()
  const boss = new PgBoss({
    db: database,
    schema,
    migrate: true,
    supervise: false,
    schedule: false,
    registerInstance: false,
  })
  boss.on('error', () => undefined)
  const options = {
    heartbeatSeconds,
    deleteAfterSeconds: keptSeconds,
    retentionSeconds: waitingSeconds,
    expireInSeconds: longestSeconds,
    // Pauses between tries are the worker's own; these are between workers.
    retryLimit: 1000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 30,
  }
  try {
    await boss.start()
    if ((await boss.getQueue(queue)) === null) await boss.createQueue(queue, options)
    else await boss.updateQueue(queue, options)
    while ((await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress'))
      await wait(indexLookMs)
  } catch (error) {
    throw database.errorOf(error)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** @throws `provider_unavailable`, with what to do, where the tables cannot be used as they are */
export async function assertPgBossTables({
  database,
  queue = usualQueue,
  schema = usualSchema,
}: PgBossPlace): Promise<void> {
  const { PgBoss } = await loadPgBoss()
  const boss = new PgBoss({
    db: database,
    schema,
    migrate: false,
    supervise: false,
    schedule: false,
    registerInstance: false,
  })
  boss.on('error', () => undefined)
  try {
    if (!(await boss.isInstalled())) throw unready(`The database has no queue of background calls yet: ${toMigrate}`)
    await refuseLacks(database, schema)
    // It refuses tables of another version.
    await boss.start()
    if ((await boss.getQueue(queue)) === null) throw unready(`The database lacks the queue “${queue}”: ${toMigrate}`)
  } catch (error) {
    throw unreadyOf(error) ?? database.errorOf(error)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** A role that would read, and then fail at its first write, is told. */
async function refuseLacks(database: PgBossPlace['database'], schema: string): Promise<void> {
  const { rows } = await database.executeSql(
    `SELECT has_schema_privilege(n.oid, 'USAGE') AND coalesce(bool_and(
       has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
       AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')), false) AS may
     FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p')
     WHERE n.nspname = $1 GROUP BY n.oid`,
    [schema],
  )
  if (rows[0]?.['may'] !== true) {
    throw unready(
      `The role of the service lacks rights: grant it USAGE on the schema ${schema}, and SELECT, INSERT, UPDATE and DELETE on all its tables.`,
    )
  }
}

const toMigrate = 'run its command `migrate` (`npm run migrate`, `npx chancery migrate`, `node migrate.js`).'

const unready = (message: string): ChanceryError =>
  new ChanceryError('provider_unavailable', message, { details: { provider: 'pg-boss' } })

/** What pg-boss says in words alone, of tables that are not of its version. */
export function unreadyOf(error: unknown): ChanceryError | undefined {
  if (!(error instanceof Error)) return undefined
  if (/not installed|^Queue .* does not exist/.test(error.message))
    return unready(`The database has no queue of background calls yet: ${toMigrate}`)
  if (/requires migrations/.test(error.message))
    return unready(`The tables of pg-boss are of another version: ${toMigrate}`)
  return undefined
}
