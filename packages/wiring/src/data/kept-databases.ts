import { accessSync, constants, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { clientLayout } from '@chancery/clients/directory'
import { databaseFault, databaseLayout, isForeignDatabase } from '@chancery/platform'
import { stateLayout } from '@chancery/state'
import { documentIndexLayout } from '@chancery/storage'
import { ConfigurationError, type Configuration } from '../settings/configuration.ts'
import type { DataFolders } from '../tokens.ts'

interface KeptDatabase {
  readonly file: string
  /** What is lost with it. */
  readonly holds: string
  /** A table of it, and columns that this has in every version of ours. */
  readonly table: string
  readonly columns: readonly string[]
  /** The newest layout that this version knows. */
  readonly layout: number
  /** It is made with the secret of the keys, at the first start, and not when it is first needed. */
  readonly isOfFirstStart?: boolean
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
            table: 'api_keys',
            columns: ['id', 'created_at', 'record'],
            layout: stateLayout,
            isOfFirstStart: true,
          },
          {
            file: join(folders.root, 'clients.sqlite'),
            holds: 'the clients',
            table: 'clients',
            columns: ['id', 'version', 'created_at', 'record'],
            layout: clientLayout,
          },
        ]
      : []),
    ...(configuration.CHANCERY_STORES.includes('local')
      ? [
          {
            file: join(folders.documents, '.chancery', 'documents.sqlite'),
            holds: 'what is known of documents besides their bytes: types, versions, metadata',
            table: 'documents',
            columns: ['path', 'version', 'identity', 'metadata'],
            layout: documentIndexLayout,
          },
        ]
      : []),
  ]
}

/** The databases that this configuration keeps in a data folder, as files; not all need be there yet. */
export const databasesOf = (configuration: Kept, root: string): readonly string[] =>
  keptDatabases(configuration, { root, documents: join(root, 'documents') }).map(({ file }) => file)

const readAndWrite = (file: string): void => accessSync(file, constants.R_OK | constants.W_OK)

/** The code of the system where a file is there, and this user may not read and write it. */
function whyClosed(file: string, access: typeof readAndWrite): string | undefined {
  try {
    access(file)
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? undefined : code
  }
}

/** In ms. */
const firstStart = 2000

/** A start that was killed at its very beginning leaves a file of no bytes; where the secret of the keys is older, it had some. */
function isEmptied(file: string, root: string): boolean {
  const [kept, log, secret] = [file, `${file}-wal`, join(root, 'key-secret')].map((each) =>
    statSync(each, { throwIfNoEntry: false }),
  )
  if (kept?.size !== 0 || (log?.size ?? 0) > 0 || secret === undefined) return false
  return kept.mtimeMs - secret.mtimeMs > firstStart
}

/**
 * Refuses a data folder of which a database is not this user's, or damaged, since what it held would be lost call by call; or is another
 * program's, which would be written into; or a newer version's, which each call would find out by itself.
 * @param access throws, with the code of the system, where this user may not read and write a file
 * @throws ConfigurationError with what to do
 */
export function refuseDamagedDatabases(
  configuration: Configuration,
  folders: Pick<DataFolders, 'root' | 'documents'>,
  access: typeof readAndWrite = readAndWrite,
): void {
  const mistakes = keptDatabases(configuration, folders).flatMap(
    ({ file, holds, table, columns, layout, isOfFirstStart = false }) => {
      const name = relative(folders.root, file)
      const kept = whyClosed(file, access)
      if (kept === 'EROFS')
        return `CHANCERY_DATA: the file ${name} of this folder is on a disk that cannot be written to (EROFS). Mount it for writing.`
      if (kept !== undefined)
        return `CHANCERY_DATA: the file ${name} of this folder cannot be read and written (${kept}). Let the user of the service do both, with all that is in the folder: a copy or a command of another user may have made it.`
      const fault = databaseFault(file) ?? (isOfFirstStart && isEmptied(file, folders.root) ? 'it is empty' : undefined)
      if (fault !== undefined)
        return `CHANCERY_DATA: the file ${name} of this folder is damaged (${fault}). Put it back from a backup, together with ${name}-wal where that has one; or move both away, and start without what it holds: ${holds}.`
      if (isForeignDatabase(file, table, columns))
        return `CHANCERY_DATA: the file ${name} of this folder is a database of another program: it has not the tables of Chancery. Choose a folder that is for Chancery alone; or move it away, if nobody needs it there.`
      if (databaseLayout(file) > layout)
        return `CHANCERY_DATA: the file ${name} of this folder was made by a newer version of Chancery. Start that version, or choose another data folder.`
      return []
    },
  )
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
}
