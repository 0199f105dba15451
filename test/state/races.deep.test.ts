import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importsRace, keys, keysRace } from './races.test-support.ts'
import { raceKeys, raceKeysToOutbox } from './races.ts'
import { type SharedState, sharedPostgres, sharedSqlite } from './shared-state.ts'

for (const killed of [false, true]) importsRace('SQLite folder', sharedSqlite, killed)

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

  const postgres: SharedState = { settings: () => state.settings(), clients: (data) => state.clients(data) }
  keysRace('Postgres', postgres)
  importsRace('Postgres', postgres, false)

  // What the killed one had claimed is free when its lease has ended: both wait for that at once.
  it('with one of two processes killed, no e-mail is sent twice', async () => {
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
