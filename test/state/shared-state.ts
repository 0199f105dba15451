import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { PostgresServer } from '@chancery/port-contracts/postgres-server'

/** State that two processes share, as settings, and what is in it, read from beside the service. */
export interface SharedState {
  /** A new, empty one. */
  settings(): Promise<Readonly<Record<string, string>>>
  /** Clients in the newest one. */
  clients(data: string): Promise<number>
}

export const sharedSqlite: SharedState = {
  settings: async () => ({ CHANCERY_STATE: 'sqlite' }),
  async clients(data) {
    const database = new DatabaseSync(join(data, 'clients.sqlite'), { readOnly: true })
    const row = database.prepare('SELECT count(*) AS count FROM clients').get()
    database.close()
    return Number(row?.['count'])
  },
}

export function sharedPostgres(server: PostgresServer): SharedState {
  let url = ''
  return {
    async settings() {
      url = await server.schema()
      return { CHANCERY_STATE: 'postgres', CHANCERY_DATABASE_URL: url }
    },
    clients: async () => Number(await server.query(url, 'SELECT count(*) FROM chancery_clients')),
  }
}
