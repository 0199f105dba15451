import type { NewCall } from '@chancery/core'
import { callDeliveryContract } from '@chancery/port-contracts/call-delivery'
import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { migrateDatabase, openPostgresConnections, openPostgresState } from '@chancery/postgres'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPgBossDelivery, type PgBossDelivery } from './pg-boss-delivery.ts'
import type { PgBossDeliverySettings } from './pg-boss-settings.ts'
import { migratePgBoss } from './pg-boss-tables.ts'

const programs = findPostgres()

if (programs === undefined) {
  process.stdout.write('No Postgres on this machine: the delivery by pg-boss is not tried.\n')
  it('has no Postgres to try', () => expect(programs).toBeUndefined())
} else {
  let server: PostgresServer
  let queues = 0
  beforeAll(async () => {
    server = await startPostgres(programs)
  })
  afterAll(() => server.close())

  const open = (url: string, more: Partial<PgBossDeliverySettings> = {}) => {
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
  const migrated = async (url: string, more: object = {}): Promise<void> => {
    const database = openPostgresConnections({ url, connections: 1, statementMs: 600_000 })
    try {
      await migratePgBoss({ database, ...more })
    } finally {
      await database.close()
    }
  }

  callDeliveryContract(
    'By pg-boss',
    async () => {
      const url = await server.schema()
      const queue = `queue-${++queues}`
      await migrated(url, { queue })
      const opened: PgBossDelivery[] = []
      const another = async (): Promise<PgBossDelivery> => {
        const delivery = open(url, { queue })
        opened.push(delivery)
        return delivery
      }
      return {
        delivery: await another(),
        another,
        outage: { begin: () => server.stop('fast'), end: () => server.start() },
        async close() {
          for (const each of opened) await each.close()
        },
      }
    },
    { keeps: true, looks: true, breaks: true },
  )

  const { signal } = new AbortController()
  const patience = { timeout: 60_000, interval: 20 }

  /** A database of its own with calls in it, and processes that do them. */
  describe('workers at a queue of pg-boss', () => {
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
        const call: NewCall = {
          id,
          owner: 'ada',
          principal: { id: 'key-1', caller: 'ada', operations: '*' },
          operation: 'send-email',
          requestId: 'r',
          fingerprint: 'f',
          createdAt: Date.now(),
          expiresAt: Date.now() + 24 * 3_600_000,
        }
        await state.calls.add(call)
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

    it('lose no call to a kill -9, and do none twice', async () => {
      await begin(30)
      const [first] = await Promise.all([worker(), worker()])
      await vi.waitFor(() => expect(told('done').length).toBeGreaterThan(4), patience)
      first.kill('SIGKILL')
      // What the killed one ended last, it may not have told any more.
      await vi.waitFor(
        async () => expect(await own.query(url, "SELECT count(*) FROM chancery_calls WHERE state = 'done'")).toBe('30'),
        patience,
      )
      await vi.waitFor(() => expect(told('done').length).toBeGreaterThanOrEqual(28), patience)
      expect(new Set(told('done')).size).toBe(told('done').length)
      // What the killed one held was begun again.
      expect(told('took').length).toBeGreaterThanOrEqual(30)
    })

    it('are told again by pg-boss of what a worker held that was killed', async () => {
      await begin(1)
      // They look for nothing by themselves, but once at their start.
      const first = await worker({ callMs: 60_000, lookSeconds: 3600, leaseMs: 500 })
      await vi.waitFor(() => expect(told('took')).toEqual(['call-0']), patience)
      await worker({ lookSeconds: 3600 })
      first.kill('SIGKILL')
      const active = "FROM chancery_work.job WHERE state = 'active'"
      await vi.waitFor(async () => expect(await own.query(url, `SELECT count(*) ${active}`)).toBe('1'), patience)
      // A minute of its silence.
      await own.query(
        url,
        "UPDATE chancery_work.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE state = 'active'",
      )
      await isDone(1)
    })

    it('go on when the database was stopped for five seconds', async () => {
      await begin(40)
      await Promise.all([worker({ callMs: 100 }), worker({ callMs: 100 })])
      await vi.waitFor(() => expect(told('done').length).toBeGreaterThan(4), patience)
      await own.stop('fast')
      await wait(5000)
      await own.start()
      await vi.waitFor(
        async () => expect(await own.query(url, "SELECT count(*) FROM chancery_calls WHERE state = 'done'")).toBe('40'),
        patience,
      )
      for (const child of processes) expect(child.exitCode).toBeNull()
      expect(new Set(told('done')).size).toBe(told('done').length)
    })

    it('end no call twice, however far apart their clocks are', async () => {
      await begin(20)
      // For the second the leases of the first have ended as soon as they begin.
      await Promise.all([worker({ callMs: 150 }), worker({ callMs: 150, aheadMs: 3_600_000 })])
      await isDone(20)
    })

    it('start while the database is away', async () => {
      await begin(2)
      await own.stop('kill')
      await worker()
      await wait(500)
      await own.start()
      await isDone(2)
    })

    it('leave no jobs behind', async () => {
      await begin(10)
      await worker()
      await isDone(10)
      const ended = "FROM chancery_work.job WHERE state = 'completed'"
      await vi.waitFor(
        async () => expect(Number(await own.query(url, `SELECT count(*) ${ended}`))).toBeGreaterThan(9),
        patience,
      )
      // Two hours later.
      await own.query(
        url,
        `UPDATE chancery_work.job SET completed_on = completed_on - interval '2 hours' WHERE state = 'completed';
         UPDATE chancery_work.queue SET maintain_on = maintain_on - interval '2 hours'`,
      )
      await vi.waitFor(
        async () =>
          expect(await own.query(url, `SELECT count(*) ${ended} AND completed_on < now() - interval '1 hour'`)).toBe(
            '0',
          ),
        patience,
      )
    })
  })

  describe('the tables of pg-boss', () => {
    it('are made by whoever comes, also when five come at once', async () => {
      const url = await server.schema()
      await Promise.all(Array.from({ length: 5 }, () => migrated(url, { schema: 'made_once' })))
      const delivery = open(url, { schema: 'made_once' })
      await delivery.prepare()
      await delivery.close()
    })

    it.each([
      ['there are none', 'SELECT 1', 'no queue of background calls yet: run its command `migrate`'],
      ['the queue is another', 'queue', 'no queue of background calls yet|lacks the queue'],
      [
        'they are older',
        'UPDATE told.version SET version = version - 1',
        'of another version: run its command `migrate`',
      ],
    ])('are not used where %s, which is told', async (name, statement, words) => {
      const url = await server.schema()
      await server.query(url, 'DROP SCHEMA IF EXISTS told CASCADE')
      if (name !== 'there are none') await migrated(url, { schema: 'told', queue: 'one' })
      if (statement !== 'queue') await server.query(url, statement)
      const delivery = open(url, { schema: 'told', queue: statement === 'queue' ? 'two' : 'one' })
      await expect(delivery.prepare()).rejects.toMatchObject({ code: 'provider_unavailable' })
      await expect(delivery.prepare()).rejects.toThrow(new RegExp(words))
      await expect(delivery.announce('a', { signal })).rejects.toMatchObject({ code: 'provider_unavailable' })
      await expect(delivery.announce('a', { signal })).rejects.toThrow(/command `migrate`/)
      await delivery.close()
    })

    it('are used by a role that may make none', async () => {
      const url = await server.schema()
      const schema = 'of_others'
      await migrated(url, { schema })
      await server.query(url, 'DROP ROLE IF EXISTS clerk')
      await server.query(url, `CREATE ROLE clerk LOGIN; GRANT USAGE ON SCHEMA ${schema} TO clerk`)
      const logged: string[] = []
      const clerk = open(url.replace('chancery@', 'clerk@'), {
        schema,
        logger: {
          log: (_level, event, fields) => void logged.push(JSON.stringify({ event, ...fields })),
          within: (_fields, run) => run(),
        },
      })
      await expect(clerk.prepare()).rejects.toThrow('lacks rights: grant it USAGE')
      await server.query(url, `GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO clerk`)
      await expect(clerk.prepare()).rejects.toThrow('lacks rights: grant it USAGE')
      await server.query(url, `GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO clerk`)
      await clerk.prepare()
      const done: string[] = []
      const receiving = await clerk.receive(async () => done.push('one') < 2, { slots: 1 })
      await clerk.announce('a', { signal })
      await vi.waitFor(() => expect(done.length).toBeGreaterThan(1), patience)
      // A supervision or two.
      await wait(2500)
      await receiving.close()
      await clerk.close()
      expect(logged).toEqual([])
      await migrated(url.replace('chancery@', 'clerk@'), { schema })
      await server.query(url, 'DROP OWNED BY clerk; DROP ROLE clerk')
    })
  })

  it('tells another worker at once of a call that one handed back at its end', async () => {
    const url = await server.schema()
    const place = { queue: 'handed-back', schema: 'handed_back', lookSeconds: 3600 }
    await migrated(url, place)
    const [first, second] = [open(url, place), open(url, place)]
    const stop = Promise.withResolvers<void>()
    let state = 'absent'
    const own = await first.receive(
      async () => {
        if (state !== 'waiting') return false
        state = 'running'
        await stop.promise
        state = 'waiting'
        return true
      },
      { slots: 1 },
    )
    const looked = "SELECT count(*) FROM handed_back.job WHERE state = 'completed' AND name = 'handed-back'"
    // Their only look within the hour is over.
    await vi.waitFor(async () => expect(await server.query(url, looked)).toBe('1'), patience)
    state = 'waiting'
    await first.announce('a', { signal })
    await vi.waitFor(() => expect(state).toBe('running'), patience)
    const closed = own.close()
    stop.resolve()
    await closed
    const other = await second.receive(
      async () => {
        if (state !== 'waiting') return false
        state = 'done'
        return true
      },
      { slots: 1 },
    )
    await vi.waitFor(() => expect(state).toBe('done'), patience)
    await other.close()
    await first.close()
    await second.close()
  })

  it('names no host, user or password', async () => {
    const delivery = open('postgres://clerk:hunter2@127.0.0.1:1/paperwork')
    for (const call of [() => delivery.prepare(), () => delivery.announce('a', { signal })]) {
      const error: unknown = await call().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'provider_unavailable', retryable: true })
      expect(JSON.stringify(error) + String(error) + String((error as Error).cause)).not.toMatch(/hunter2|clerk|127\.0/)
    }
    await delivery.close()
  })
}
