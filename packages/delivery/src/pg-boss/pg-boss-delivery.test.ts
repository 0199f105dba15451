import { callDeliveryContract } from '@chancery/port-contracts/call-delivery'
import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PgBossDelivery } from './pg-boss-delivery.ts'
import { migrated, open, patience, pgBossWorkers } from './pg-boss-workers.test-support.ts'

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

  describe('workers at a queue of pg-boss', () => {
    // `pg-boss-workers.deep.test.ts` has databases that go away, clocks that differ, what is left behind, and pg-boss's own notice of a kill.
    const workers = pgBossWorkers(programs)

    it('lose no call to a kill -9, and do none twice', async () => {
      await workers.begin(30)
      const [first] = await Promise.all([workers.worker(), workers.worker()])
      await vi.waitFor(() => expect(workers.told('done').length).toBeGreaterThan(4), patience)
      first.kill('SIGKILL')
      // What the killed one ended last, it may not have told any more.
      await vi.waitFor(
        async () =>
          expect(
            await workers.server.query(workers.url, "SELECT count(*) FROM chancery_calls WHERE state = 'done'"),
          ).toBe('30'),
        patience,
      )
      await vi.waitFor(() => expect(workers.told('done').length).toBeGreaterThanOrEqual(28), patience)
      expect(new Set(workers.told('done')).size).toBe(workers.told('done').length)
      // What the killed one held was begun again.
      expect(workers.told('took').length).toBeGreaterThanOrEqual(30)
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
