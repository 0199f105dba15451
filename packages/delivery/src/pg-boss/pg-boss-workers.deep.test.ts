import { findPostgres } from '@chancery/port-contracts/postgres-server'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { patience, pgBossWorkers } from './pg-boss-workers.test-support.ts'

const programs = findPostgres()

if (programs === undefined) {
  process.stdout.write('No Postgres on this machine: workers at a queue of pg-boss are not tried.\n')
  it('has no Postgres to try', () => expect(programs).toBeUndefined())
} else {
  describe('workers at a queue of pg-boss', () => {
    const workers = pgBossWorkers(programs)

    it('go on when the database was stopped for five seconds', async () => {
      await workers.begin(40)
      await Promise.all([workers.worker({ callMs: 100 }), workers.worker({ callMs: 100 })])
      await vi.waitFor(() => expect(workers.told('done').length).toBeGreaterThan(4), patience)
      await workers.server.stop('fast')
      await wait(5000)
      await workers.server.start()
      await vi.waitFor(
        async () =>
          expect(
            await workers.server.query(workers.url, "SELECT count(*) FROM chancery_calls WHERE state = 'done'"),
          ).toBe('40'),
        patience,
      )
      for (const child of workers.processes) expect(child.exitCode).toBeNull()
      expect(new Set(workers.told('done')).size).toBe(workers.told('done').length)
    })

    it('end no call twice, however far apart their clocks are', async () => {
      await workers.begin(20)
      // For the second the leases of the first have ended as soon as they begin.
      await Promise.all([workers.worker({ callMs: 150 }), workers.worker({ callMs: 150, aheadMs: 3_600_000 })])
      await workers.isDone(20)
    })

    it('are told again by pg-boss of what a worker held that was killed', async () => {
      await workers.begin(1)
      // They look for nothing by themselves, but once at their start.
      const first = await workers.worker({ callMs: 60_000, lookSeconds: 3600, leaseMs: 500 })
      await vi.waitFor(() => expect(workers.told('took')).toEqual(['call-0']), patience)
      await workers.worker({ lookSeconds: 3600 })
      first.kill('SIGKILL')
      const active = "FROM chancery_work.job WHERE state = 'active'"
      await vi.waitFor(
        async () => expect(await workers.server.query(workers.url, `SELECT count(*) ${active}`)).toBe('1'),
        patience,
      )
      // A minute of its silence.
      await workers.server.query(
        workers.url,
        "UPDATE chancery_work.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE state = 'active'",
      )
      await workers.isDone(1)
    })

    it('start while the database is away', async () => {
      await workers.begin(2)
      await workers.server.stop('kill')
      await workers.worker()
      await wait(500)
      await workers.server.start()
      await workers.isDone(2)
    })

    it('leave no jobs behind', async () => {
      await workers.begin(10)
      await workers.worker()
      await workers.isDone(10)
      const ended = "FROM chancery_work.job WHERE state = 'completed'"
      await vi.waitFor(
        async () =>
          expect(Number(await workers.server.query(workers.url, `SELECT count(*) ${ended}`))).toBeGreaterThan(9),
        patience,
      )
      // Two hours later.
      await workers.server.query(
        workers.url,
        `UPDATE chancery_work.job SET completed_on = completed_on - interval '2 hours' WHERE state = 'completed';
         UPDATE chancery_work.queue SET maintain_on = maintain_on - interval '2 hours'`,
      )
      await vi.waitFor(
        async () =>
          expect(
            await workers.server.query(
              workers.url,
              `SELECT count(*) ${ended} AND completed_on < now() - interval '1 hour'`,
            ),
          ).toBe('0'),
        patience,
      )
    })
  })
}
