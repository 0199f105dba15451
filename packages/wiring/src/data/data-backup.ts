import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Configuration, ConfigurationError } from '../settings/configuration.ts'
import { makeDataFolder } from './data-folder.ts'
import { databasesOf } from './kept-databases.ts'

/** What decides what is kept in the data folder. */
type Kept = Pick<Configuration, 'CHANCERY_DATA' | 'CHANCERY_STATE' | 'CHANCERY_STORES' | 'CHANCERY_TRANSPORTS'>

/** What a backup holds. */
export interface DataBackup {
  /** The folder, whole. */
  readonly folder: string
  readonly files: number
  readonly bytes: number
}

/** The store's own folder among the documents: of it, the database alone is worth keeping. */
const ownFolder = '.chancery'

/**
 * Copies what this configuration keeps in its data folder, while services work on it: databases as they are at one moment,
 * files as they are when they are reached. A restored copy is a data folder.
 *
 * State comes first and documents last, so that what the state knows of is among the documents. A document that is
 * overwritten meanwhile is there as one of both; its type and metadata may then be those that its name tells.
 * @param to a folder that is not there yet, outside of the data folder; it appears when all of it is there
 * @throws ConfigurationError where there is nothing to copy, or `to` will not do
 * @throws Error of the file system
 */
export async function backUpData(configuration: Kept, to: string): Promise<DataBackup> {
  const root = resolve(configuration.CHANCERY_DATA)
  const folder = resolve(to)
  await refuseUnfit(root, folder)
  const draft = `${folder}.partial`
  await makeDraft(draft)
  const copied = { files: 0, bytes: 0 }
  const add = (bytes: number | undefined): void => {
    if (bytes === undefined) return
    copied.files++
    copied.bytes += bytes
  }
  const copy = async (path: string): Promise<void> => {
    for (const file of await filesBelow(join(root, path)))
      add(await copyDurably(file, join(draft, relative(root, file))))
    await giveFoldersTheirTimes(join(root, path), join(draft, path))
  }
  const databases = databasesOf(configuration, root)
  const ofDocuments = (file: string): boolean => file.includes(`${sep}${ownFolder}${sep}`)
  for (const file of databases.filter((each) => !ofDocuments(each)))
    add(await copyDatabase(file, join(draft, relative(root, file))))
  if (configuration.CHANCERY_STATE === 'sqlite')
    add(await copyDurably(join(root, 'key-secret'), join(draft, 'key-secret')))
  if (configuration.CHANCERY_TRANSPORTS.includes('outbox')) await copy('outbox')
  if (configuration.CHANCERY_STORES.includes('local')) await copy('documents')
  for (const file of databases.filter(ofDocuments)) add(await copyDatabase(file, join(draft, relative(root, file))))
  if (copied.files === 0) {
    await rm(draft, { recursive: true, force: true })
    throw new ConfigurationError(['CHANCERY_DATA: this configuration has kept nothing in that folder.'])
  }
  await rename(draft, folder)
  await syncFolder(dirname(folder))
  return { folder, ...copied }
}

/** Made anew: what an interrupted backup has left goes. */
async function makeDraft(draft: string): Promise<void> {
  try {
    await rm(draft, { recursive: true, force: true })
    makeDataFolder(draft)
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    throw new ConfigurationError([
      `--to: the folder cannot be made (${code}); name another, or mend what it is to be in.`,
    ])
  }
}

async function refuseUnfit(root: string, folder: string): Promise<void> {
  const isThere = async (path: string): Promise<boolean> =>
    stat(path).then(
      () => true,
      () => false,
    )
  if (!(await isThere(root))) throw new ConfigurationError(['CHANCERY_DATA: there is no such folder.'])
  if (`${folder}${sep}`.startsWith(`${root}${sep}`))
    throw new ConfigurationError(['--to: is in the data folder itself.'])
  if (await isThere(folder))
    throw new ConfigurationError(['--to: is there already; name a new folder for each backup.'])
}

/** The files below a folder, without the store's own. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  const found: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== ownFolder) {
      const below = await filesBelow(path)
      for (const file of below) found.push(file)
    } else if (entry.isFile()) found.push(path)
  }
  return found
}

/** Listings tell when a folder was changed: as it was there, not when it was copied. */
async function giveFoldersTheirTimes(from: string, to: string): Promise<void> {
  const entries = await readdir(to, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (entry.isDirectory()) await giveFoldersTheirTimes(join(from, entry.name), join(to, entry.name))
  }
  const known = await stat(from).catch(() => undefined)
  if (known !== undefined && entries.length > 0) await utimes(to, known.atimeMs / 1000, known.mtimeMs / 1000)
}

/** @returns its bytes; `undefined` where it is gone, or never was */
async function copyDurably(from: string, to: string): Promise<number | undefined> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    const { atimeMs, mtimeMs } = await stat(from)
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await utimes(to, atimeMs / 1000, mtimeMs / 1000)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
  return flush(to)
}

/** @returns its bytes; `undefined` where there is none yet */
async function copyDatabase(from: string, to: string): Promise<number | undefined> {
  const known = await stat(from).catch(() => undefined)
  if (known === undefined) return undefined
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(from, { timeout: 10_000 })
  try {
    // One read of it all, as of one moment, which keeps no writer waiting.
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
  await chmod(to, 0o600)
  return flush(to)
}

async function flush(file: string): Promise<number> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  // File systems that cannot sync a folder need not.
  await handle.sync().catch(() => undefined)
  await handle.close()
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
