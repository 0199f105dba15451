import type { CallDelivery } from '@chancery/core'
import { createEmbeddedDelivery, createPgBossDelivery, migratePgBoss, type PgBossDelivery } from '@chancery/delivery'
import type { Logger } from '@chancery/core'
import type { Configuration } from './configuration.ts'

type WorkSettings = Pick<Configuration, 'CHANCERY_WORK' | 'CHANCERY_STATE' | 'CHANCERY_DATABASE_URL'>

/** How calls in the background are told of; `off`: none are taken on. */
export type WorkMode = 'off' | 'embedded' | 'postgres'

export const workModeOf = ({ CHANCERY_WORK: work, CHANCERY_STATE: state }: WorkSettings): WorkMode =>
  work === 'auto' ? (state === 'postgres' ? 'postgres' : 'embedded') : work

/** What tells workers of calls. */
export interface ConfiguredDelivery {
  readonly delivery: CallDelivery
  /** @throws `provider_unavailable`, with what to do, where it cannot be used as it is */
  prepare(): Promise<void>
  close(): Promise<void>
}

/** Connections of the delivery: one that waits, and one that tells. */
const connections = 3

export function configuredDelivery(configuration: Configuration, logger: Logger): ConfiguredDelivery {
  if (workModeOf(configuration) !== 'postgres') {
    return { delivery: createEmbeddedDelivery(), prepare: async () => undefined, close: async () => undefined }
  }
  let opened: Promise<{ readonly delivery: PgBossDelivery; close(): Promise<void> }> | undefined
  const open = () =>
    (opened ??= import('@chancery/postgres').then(({ openPostgresConnections }) => {
      const database = openPostgresConnections({ url: urlOf(configuration), connections })
      return { delivery: createPgBossDelivery({ database, logger }), close: () => database.close() }
    }))
  return {
    delivery: {
      id: 'pg-boss',
      announce: async (id, options) => (await open()).delivery.announce(id, options),
      receive: async (work, options) => (await open()).delivery.receive(work, options),
    },
    prepare: async () => (await open()).delivery.prepare(),
    async close() {
      const { delivery, close } = (await opened) ?? {}
      await delivery?.close()
      await close?.()
    },
  }
}

/** Makes the tables that the delivery needs, where it needs some. */
export async function migrateDelivery(configuration: WorkSettings): Promise<void> {
  if (workModeOf(configuration) !== 'postgres') return
  const { openPostgresConnections } = await import('@chancery/postgres')
  const database = openPostgresConnections({ url: urlOf(configuration), connections })
  try {
    await migratePgBoss({ database })
  } finally {
    await database.close()
  }
}

/** There is one, wherever Postgres is chosen: `readConfiguration` sees to it. */
const urlOf = ({ CHANCERY_DATABASE_URL: url = '' }: Pick<Configuration, 'CHANCERY_DATABASE_URL'>): string => url
