import { callForTest } from '../testing/call-for-test.test-support.ts'
import { type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { migrateDatabase, openPostgresConnections, openPostgresState } from '@chancery/postgres'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { createPgBossDelivery } from './pg-boss-delivery.ts'
import type { PgBossDeliverySettings } from './pg-boss-settings.ts'
import { migratePgBoss } from './pg-boss-tables.ts'

/** A delivery with connections of its own, which close with it. */
export const open = (url: string, more: Partial<PgBossDeliverySettings> = {}) => {
  const database = openPostgresConnections({ url, connections: 3, statementMs: 5000 })
  const delivery = createPgBossDelivery({ database, lookSeconds: 1, superviseSeconds: 1, ...more })
  return {
    ...delivery,
    async close() {
      await delivery.close()
      await database.close()
    },
  }
}

/** Makes the tables. */
export const migrated = async (url: string, more: object = {}): Promise<void> => {
  const database = openPostgresConnections({ url, connections: 1, statementMs: 600_000 })
  try {
    await migratePgBoss({ database, ...more })
  } finally {
    await database.close()
  }
}

const { signal } = new AbortController()

/** For what workers and databases do in their own time. */
export const patience = { timeout: 60_000, interval: 20 }

/** Databases with calls in them, and processes that do them: for the tests of a `describe`, of which each begins anew. */
export interface Workers {
  /** What holds the calls. */
  readonly server: PostgresServer
  /** Their database. */
  readonly url: string
  readonly processes: readonly ChildProcess[]
  /** What the workers told, behind this word. */
  told(what: string): string[]
  /** Settles when so many calls are done, and no others. */
  isDone(count: number): Promise<void>
  /** Makes new tables, with so many calls that wait, announced. */
  begin(count: number): Promise<void>
  /** Starts a worker. @returns it, once it receives */
  worker(more?: object): Promise<ChildProcess>
}

/** @returns what is there once the tests run */
export function pgBossWorkers(programs: string): Workers {
  let own: PostgresServer
  let url: string
  let lines: string[]
  const processes: ChildProcess[] = []
  beforeAll(async () => {
    own = await startPostgres(programs)
  })
  afterAll(() => own.close())
  afterEach(() => {
    for (const each of processes.splice(0)) each.kill('SIGKILL')
  })

  const told = (what: string): string[] =>
    lines.filter((line) => line.startsWith(`${what} `)).map((line) => line.slice(what.length + 1))
  const names = (count: number): string[] => Array.from({ length: count }, (_, n) => `call-${n}`)
  const isDone = (count: number): Promise<void> =>
    vi.waitFor(() => expect(told('done').toSorted()).toEqual(names(count).toSorted()), patience)

  /** New tables, with so many calls that wait, announced. */
  async function begin(count: number): Promise<void> {
    lines = []
    url = await own.schema()
    await migrateDatabase({ url })
    await migrated(url)
    await own.query(url, 'DELETE FROM chancery_work.job')
    const state = openPostgresState({ url, connections: 2, clock: { now: () => Date.now() } })
    const delivery = open(url)
    for (const id of names(count)) {
      await state.calls.add(callForTest(id))
      await delivery.announce(id, { signal })
    }
    await delivery.close()
    await state.close()
  }

  /** A worker, once it receives. */
  async function worker(more: object = {}): Promise<ChildProcess> {
    const settings = { url, leaseMs: 2000, callMs: 50, aheadMs: 0, lookSeconds: 1, ...more }
    const subject = join(import.meta.dirname, 'pg-boss-worker-subject.ts')
    const child = spawn(process.execPath, [subject, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    processes.push(child)
    let rest = ''
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        const all = `${rest}${text.toString()}`.split('\n')
        rest = all.pop() ?? ''
        for (const line of all) lines.push(line)
        if (all.includes('ready')) resolve()
      })
    })
    return child
  }

  return {
    get server() {
      return own
    },
    get url() {
      return url
    },
    processes,
    told,
    isDone,
    begin,
    worker,
  }
}
