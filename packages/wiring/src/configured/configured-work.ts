import { type CallDelivery, type CallRegister, type Clock, type Logger, present } from '@chancery/core'
import {
  type CloudTasksDelivery,
  createCloudTasksDelivery,
  createEmbeddedDelivery,
  createPgBossDelivery,
  migratePgBoss,
  type PgBossDelivery,
} from '@chancery/delivery'
import type { PushedCall } from '@chancery/http'
import type { Configuration } from '../settings/configuration.ts'

type WorkSettings = Pick<Configuration, 'CHANCERY_WORK' | 'CHANCERY_STATE' | 'CHANCERY_DATABASE_URL'>

/** How calls in the background are told of; `off`: none are taken on. */
type WorkMode = Exclude<Configuration['CHANCERY_WORK'], 'auto'>

export const workModeOf = ({ CHANCERY_WORK: work, CHANCERY_STATE: state }: WorkSettings): WorkMode =>
  work === 'auto' ? (state === 'postgres' ? 'postgres' : 'embedded') : work

/** What tells workers of calls. */
export interface ConfiguredDelivery {
  readonly delivery: CallDelivery
  /** Takes what is pushed over HTTP, where calls come so. */
  readonly push?: PushedCall
  /** @throws `provider_unavailable`, with what to do, where it cannot be used as it is */
  prepare(): Promise<void>
  close(): Promise<void>
}

const nothing = async (): Promise<void> => undefined

export function configuredDelivery(
  configuration: Configuration,
  register: CallRegister,
  clock: Clock,
  logger: Logger,
): ConfiguredDelivery {
  switch (workModeOf(configuration)) {
    case 'postgres':
      return byPgBoss(configuration, logger)
    case 'cloud-tasks':
      return byCloudTasks(configuration, register, clock, logger)
    case 'embedded':
    case 'off':
      return { delivery: createEmbeddedDelivery(), prepare: nothing, close: nothing }
  }
}

/** Connections of the delivery: one that waits, and some that tell. */
const connections = 3

function byPgBoss(configuration: Configuration, logger: Logger): ConfiguredDelivery {
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

function byCloudTasks(
  configuration: Configuration,
  register: CallRegister,
  clock: Clock,
  logger: Logger,
): ConfiguredDelivery {
  const {
    // All are there, wherever Cloud Tasks is chosen: `readConfiguration` sees to it.
    CHANCERY_WORK_QUEUE: queue = '',
    CHANCERY_WORK_URL: url = '',
    CHANCERY_WORK_SERVICE_ACCOUNT: serviceAccount = '',
    CHANCERY_WORK_ENDPOINT: apiEndpoint,
    CHANCERY_WORK_CERTS_URL: certificatesUrl,
  } = configuration
  let opened: Promise<CloudTasksDelivery> | undefined
  const open = () =>
    (opened ??= import('@chancery/gateway').then(({ createPushTokenVerifier }) =>
      createCloudTasksDelivery({
        queue,
        url,
        serviceAccount,
        clock,
        verify: createPushTokenVerifier({
          audience: url,
          account: serviceAccount,
          clock,
          logger,
          ...present({ certificatesUrl }),
        }),
        async isOpen(id) {
          const state = (await register.find(id))?.state
          return state === 'waiting' || state === 'running'
        },
        ...present({ apiEndpoint }),
      }),
    ))
  return {
    delivery: {
      id: 'cloud-tasks',
      announce: async (id, options) => (await open()).announce(id, options),
      receive: async (work, options) => (await open()).receive(work, options),
    },
    push: async (pushed) => (await open()).push(pushed),
    prepare: nothing,
    close: nothing,
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
