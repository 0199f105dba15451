import { existsSync, statSync } from 'node:fs'
import type { Clock, EventRecording } from '@chancery/core'
import type { PostgresState } from '@chancery/postgres'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'
import { migrateDelivery } from './configured-work.ts'

/** The state of many instances, loaded and connected to when it is first wanted. */
export interface ConfiguredPostgres {
  open(): Promise<PostgresState>
  close(): Promise<void>
}

export function configuredPostgres(
  configuration: Pick<Configuration, 'CHANCERY_DATABASE_CONNECTIONS' | 'CHANCERY_DATABASE_URL'>,
  clock: Clock,
  recording?: EventRecording,
): ConfiguredPostgres {
  let opened: Promise<PostgresState> | undefined
  return {
    open: () =>
      (opened ??= import('@chancery/postgres').then(({ openPostgresState }) =>
        openPostgresState({
          url: urlOf(configuration),
          connections: configuration.CHANCERY_DATABASE_CONNECTIONS,
          clock,
          recording,
        }),
      )),
    close: async () => (await opened)?.close(),
  }
}

/** What a migration found and left, as versions; `undefined` where the state needs none, since it has no database to itself. */
export async function migrateState(
  configuration: Pick<Configuration, 'CHANCERY_AUDIT' | 'CHANCERY_STATE' | 'CHANCERY_DATABASE_URL' | 'CHANCERY_WORK'>,
): Promise<{ readonly from: number; readonly to: number } | undefined> {
  if (!usesPostgres(configuration)) return undefined
  const { migrateDatabase } = await import('@chancery/postgres')
  const migrated = await migrateDatabase({ url: urlOf(configuration) })
  await migrateDelivery(configuration)
  return migrated
}

/** Whether anything is kept in the database. */
export const usesPostgres = ({
  CHANCERY_AUDIT: audit,
  CHANCERY_STATE: state,
}: Pick<Configuration, 'CHANCERY_AUDIT' | 'CHANCERY_STATE'>): boolean => state === 'postgres' || audit === 'postgres'

/**
 * There is one, wherever Postgres is chosen: `readConfiguration` sees to it.
 * @throws ConfigurationError where it names what is no file: whoever opens a named pipe waits for its other end
 */
function urlOf({ CHANCERY_DATABASE_URL: url = '' }: Pick<Configuration, 'CHANCERY_DATABASE_URL'>): string {
  const parameters = new URLSearchParams(url.split('?', 2)[1])
  const mistakes = ['sslrootcert', 'sslcert', 'sslkey'].flatMap((name) => {
    const file = parameters.get(name)
    return file === null || isFile(file) ? [] : `CHANCERY_DATABASE_URL: ${name} names no file.`
  })
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
  return url
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()
