import { apiKeyStoreContract } from '@chancery/port-contracts/api-key-store'
import { clientDirectoryContract } from '@chancery/port-contracts/client-directory'
import { emailLedgerContract } from '@chancery/port-contracts/email-ledger'
import { idempotencyStoreContract } from '@chancery/port-contracts/idempotency-store'
import { findPostgres, type PostgresServer, startPostgres } from '@chancery/port-contracts/postgres-server'
import { rateLimiterContract } from '@chancery/port-contracts/rate-limiter'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrateDatabase, openPostgresState, type PostgresState } from './postgres-state.ts'

const programs = findPostgres()
const systemClock = { now: () => Date.now() }

if (programs === undefined) {
  process.stdout.write('No Postgres on this machine: what is kept in one is not tried.\n')
  it('has no Postgres to try', () => expect(programs).toBeUndefined())
} else {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres(programs)
  })
  afterAll(() => server.close())

  /** Two handles on a schema of their own. */
  async function opened(clock = systemClock) {
    const url = await server.schema()
    await migrateDatabase({ url })
    const state = openPostgresState({ url, connections: 4, clock })
    let second: PostgresState | undefined
    return {
      ...state,
      another: () => (second ??= openPostgresState({ url, connections: 4, clock })),
      async close() {
        await state.close()
        await second?.close()
      },
    }
  }

  idempotencyStoreContract('Postgres', async (clock) => {
    const { idempotency: store, close } = await opened(clock)
    return { store, close }
  })
  apiKeyStoreContract('Postgres', async () => {
    const { apiKeys: store, close } = await opened()
    return { store, close }
  })
  emailLedgerContract('Postgres', async () => {
    const { emailLedger: ledger, close } = await opened()
    return { ledger, close }
  })
  rateLimiterContract('Postgres', async (clock) => {
    const { rates: limiter, another, close } = await opened(clock)
    return { limiter, another: () => another().rates, close }
  })
  clientDirectoryContract('Postgres', async () => {
    const { clientDirectory: directory, another, close } = await opened()
    return { directory, another: () => another().clientDirectory, close }
  })
}
