import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { raceImports, raceKeys, raceKeysToOutbox } from './races.ts'
import { type SharedState, sharedPostgres, sharedSqlite } from './shared-state.ts'

/** The short form; `node test/state/long.ts` is the long one. */
const keys = 60
const pairs = 5
const timeout = 120_000

function racesOn(name: string, state: SharedState): void {
  describe(`two processes on one ${name}`, { timeout }, () => {
    it('send one e-mail for a key', async () => {
      const race = await raceKeys(await state.settings(), keys, { kill: false })
      expect(race).toEqual({ keys, effects: keys, twice: 0, unknown: 0, wrong: 0, faults: [] })
    })

    it.each([false, true])('make one client of one person by imports that overlap; killed: %s', async (kill) => {
      const { clients, people, faults } = await raceImports(await state.settings(), pairs, { kill }, (data) =>
        state.clients(data),
      )
      expect({ clients, faults }).toEqual({ clients: people, faults: [] })
    })
  })
}

racesOn('SQLite folder', sharedSqlite)

const programs = findPostgres()
if (programs === undefined) {
  process.stdout.write('No Postgres on this machine: processes that share one are not tried.\n')
  it('has no Postgres to share', () => expect(programs).toBeUndefined())
} else {
  let server: PostgresServer
  let state: SharedState
  beforeAll(async () => {
    server = await startPostgres(programs)
    state = sharedPostgres(server)
  })
  afterAll(() => server.close())

  racesOn('Postgres', { settings: () => state.settings(), clients: (data) => state.clients(data) })

  // What the killed one had claimed is free when its lease has ended: both wait for that at once.
  it('with one of two processes killed, no e-mail is sent twice', { timeout }, async () => {
    const [sent, captured] = await Promise.all([
      raceKeys(await state.settings(), keys, { kill: true }),
      raceKeysToOutbox(await state.settings(), keys, { kill: true }),
    ])
    expect(sent).toMatchObject({ twice: 0, wrong: 0, faults: [] })
    // No more than were under way, and whatever is not in doubt has arrived.
    expect(sent.unknown).toBeLessThanOrEqual(8)
    expect(sent.effects + sent.unknown).toBeGreaterThanOrEqual(keys)
    expect(captured).toEqual({ keys, effects: keys, twice: 0, unknown: 0, wrong: 0, faults: [] })
  })
}
