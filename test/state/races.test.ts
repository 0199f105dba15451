import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importsRace, keysRace } from './races.test-support.ts'
import { type SharedState, sharedPostgres, sharedSqlite } from './shared-state.ts'

// One race of each kind for each kind of state; `races.deep.test.ts` has the others.
keysRace('SQLite folder', sharedSqlite)

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

  importsRace('Postgres', { settings: () => state.settings(), clients: (data) => state.clients(data) }, true)
}
