import { setTimeout as wait } from 'node:timers/promises'
import { type CallDelivery, type ChanceryError, type Receiving, throwIfCancelled, untilAborted } from '@chancery/core'
import type { PgBoss } from 'pg-boss'
import { growingPause } from '../growing-pause.ts'
import { loadPgBoss } from './load-pg-boss.ts'
import { type PgBossDeliverySettings, usualQueue, usualSchema } from './pg-boss-settings.ts'
import { assertPgBossTables, unreadyOf } from './pg-boss-tables.ts'

export interface PgBossDelivery extends CallDelivery {
  /** @throws `provider_unavailable`, with what to do, where the tables cannot be used as they are */
  prepare(): Promise<void>
  /** Lets go of what is open; what receives was closed before. */
  close(): Promise<void>
}

/** How long one job has calls done one after the other, in ms: there is a job for each of them. */
const turnMs = 20_000
/** Between two looks of a free worker for a job, in seconds. */
const pollSeconds = 1
/** Between two lines of the log about failures on the way, in ms. */
const quietMs = 60_000
/** How long pg-boss may take to end, in ms. */
const endMs = 5000

/**
 * Delivery by a queue of pg-boss. A job holds the id of a call and no more, and which call is done at a job is the register's
 * affair. A job whose worker died is told again when its heartbeat is missed. All workers together send a job to look for
 * calls now and then: for those whose announcement was lost, and whose holder died with its job done.
 * The tables must be there: see `migratePgBoss`.
 */
export function createPgBossDelivery(settings: PgBossDeliverySettings): PgBossDelivery {
  const { database, queue = usualQueue, schema = usualSchema, lookSeconds = 15, superviseSeconds = 30 } = settings
  const tell = quietly((error) =>
    settings.logger?.log('warning', 'delivery-failed', { delivery: 'pg-boss', code: errorOf(error).code }),
  )
  const errorOf = (error: unknown): ChanceryError => unreadyOf(error) ?? database.errorOf(error)
  let created: Promise<PgBoss> | undefined
  let worker: string | undefined

  async function create(): Promise<PgBoss> {
    const { PgBoss } = await loadPgBoss()
    const boss = new PgBoss({
      db: database,
      schema,
      // Tables are made by `migratePgBoss`; a service needs no rights to make any.
      migrate: false,
      openTelemetry: { enabled: false },
      reindex: false,
      monitorVacuum: false,
      schedule: false,
      registerInstance: false,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      maintenanceIntervalSeconds: 600,
    })
    boss.on('error', tell)
    return boss
  }

  /** Started, once the database is there. */
  async function started(): Promise<PgBoss> {
    const boss = await (created ??= create())
    await boss.start()
    return boss
  }

  const look = async (boss: PgBoss): Promise<void> => {
    // One for all workers within the time, by the clock of the database.
    await boss.send(
      queue,
      {},
      { singletonKey: 'look', singletonSeconds: lookSeconds, retentionSeconds: lookSeconds * 4 },
    )
  }

  return {
    id: 'pg-boss',
    async announce(id, { signal }) {
      throwIfCancelled(signal)
      const sent = started().then((boss) => boss.send(queue, { id }))
      try {
        await untilAborted(sent, signal)
      } catch (error) {
        throw errorOf(error)
      }
      // Workers of this process need not wait for their next look.
      if (worker !== undefined) (await created)?.notifyWorker(worker)
    },

    async receive(work, { slots }): Promise<Receiving> {
      const closing = new AbortController()
      const turn = turns(work, closing.signal)
      let timer: ReturnType<typeof setInterval> | undefined
      let own: string | undefined

      async function begin(): Promise<void> {
        const boss = await started()
        own = await boss.work(queue, { localConcurrency: slots, pollingIntervalSeconds: pollSeconds }, turn)
        worker = own
        const sendLook = (): void => void look(boss).catch(tell)
        timer = setInterval(sendLook, lookSeconds * 1000)
        sendLook()
      }
      async function beginAgain(): Promise<void> {
        for (let failures = 1; !closing.signal.aborted; failures++) {
          await pause(growingPause(failures), closing.signal)
          if (closing.signal.aborted) return
          try {
            return await begin()
          } catch (error) {
            tell(error)
          }
        }
      }
      // A database that is away for the moment keeps no worker from starting.
      const begun = await begin().then(
        () => undefined,
        (error: unknown) => {
          tell(error)
          return { later: beginAgain() }
        },
      )
      const end = async (): Promise<void> => {
        closing.abort()
        await begun?.later
        clearInterval(timer)
        if (worker === own) worker = undefined
        if (own !== undefined) await (await created)?.offWork(queue, { id: own, wait: true })
      }
      let ended: Promise<void> | undefined
      return { close: () => (ended ??= end()) }
    },

    prepare: () => assertPgBossTables(settings),

    async close() {
      await (await created)?.stop({ graceful: true, timeout: endMs })
    },
  }
}

/** Has calls done for the time of a job, until there is none; after a failure it goes on when a growing pause is over. */
function turns(work: () => Promise<boolean>, closing: AbortSignal): () => Promise<void> {
  let failures = 0
  return async () => {
    const until = performance.now() + turnMs
    for (;;) {
      // Also where another slot has failed.
      if (failures > 0) await pause(growingPause(failures), closing)
      // What was handed back at the end of this worker is told to another one.
      if (closing.aborted) throw new Error('The worker ends.')
      try {
        const wasThere = await work()
        failures = 0
        if (closing.aborted) continue
        if (!wasThere || performance.now() >= until) return
      } catch {
        // Whoever does the work has logged it. pg-boss tells the job again, to another worker maybe.
        failures++
        if (performance.now() >= until) throw new Error('The call was not done.')
      }
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined)
}

/** Tells of the first of many failures, and again when a while has passed. */
function quietly(tell: (error: unknown) => void): (error: unknown) => void {
  let quietUntil = 0
  return (error) => {
    const now = performance.now()
    if (now < quietUntil) return
    quietUntil = now + quietMs
    tell(error)
  }
}
