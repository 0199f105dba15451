import { join, relative } from 'node:path'
import { databaseFault } from '@chancery/platform'
import { ConfigurationError, type Configuration } from './configuration.ts'
import type { DataFolders } from './tokens.ts'

interface KeptDatabase {
  readonly file: string
  /** What is lost with it. */
  readonly holds: string
}

type Kept = Pick<Configuration, 'CHANCERY_STATE' | 'CHANCERY_STORES'>

/** The databases of a data folder that this configuration uses. */
function keptDatabases(configuration: Kept, folders: Pick<DataFolders, 'root' | 'documents'>): readonly KeptDatabase[] {
  const state = configuration.CHANCERY_STATE === 'sqlite'
  return [
    ...(state
      ? [
          {
            file: join(folders.root, 'state.sqlite'),
            holds: 'API keys, answers kept for repetitions, and which e-mails were sent',
          },
          { file: join(folders.root, 'clients.sqlite'), holds: 'the clients' },
        ]
      : []),
    ...(configuration.CHANCERY_STORES.includes('local')
      ? [
          {
            file: join(folders.documents, '.chancery', 'documents.sqlite'),
            holds: 'what is known of documents besides their bytes: types, versions, metadata',
          },
        ]
      : []),
  ]
}

/** The databases that this configuration keeps in a data folder, as files; not all need be there yet. */
export const databasesOf = (configuration: Kept, root: string): readonly string[] =>
  keptDatabases(configuration, { root, documents: join(root, 'documents') }).map(({ file }) => file)

/**
 * Refuses a data folder of which a database is damaged: what it held would be lost call by call.
 * @throws ConfigurationError with what to do
 */
export function refuseDamagedDatabases(configuration: Configuration, folders: DataFolders): void {
  const mistakes = keptDatabases(configuration, folders).flatMap(({ file, holds }) => {
    const fault = databaseFault(file)
    const name = relative(folders.root, file)
    return fault === undefined
      ? []
      : [
          `CHANCERY_DATA: the file ${name} of this folder is damaged (${fault}). Put it back from a backup, together with ${name}-wal where that has one; or move both away, and start without what it holds: ${holds}.`,
        ]
  })
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
}
