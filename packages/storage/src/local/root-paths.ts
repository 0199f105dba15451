import { realpathSync, rmdirSync } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { invalidRequest, ownFolderOf } from '@chancery/core'
import { checkDocumentPath } from '../document-path.ts'
import { errorCode } from './file-error.ts'

/** A folder that deletes empty and take away all the time is made so often. */
const attempts = 100

/** How long the real name of a folder is believed, in ms. */
const seenMs = 20

/** The folder at the root that holds the store's own files; never listed, never written to through a path. */
export const ownFolder = '.chancery'

const outside = () =>
  invalidRequest('/path', 'path_outside_root', 'The path leads outside the store through a symbolic link.')

/** Whether a path means the store's own folder, on file systems that ignore case too. */
export const isOwnFolder = (path: string): boolean => ownFolderOf(path) === ownFolder

/** What lies apart from all else: the part of a space, or (`''`) what is outside of the service's own folders. */
const partOf = (path: string): string => (ownFolderOf(path) === undefined ? '' : path.split('/', 2).join('/'))

/** A folder that a delete took away again has nothing to be made durable. */
const unlessGone = (error: unknown): void => {
  if (errorCode(error) !== 'ENOENT') throw error
}

export interface PlaceToWrite {
  readonly file: string
  readonly folder: string
  /** Resolves when the folder's own entry, and those of the folders around it, are on the disk. */
  durable(): Promise<unknown>
}

export type RootPaths = ReturnType<typeof createRootPaths>

/**
 * Turns document paths into file names below `root`, which must be a real path. Symbolic links are followed only to
 * what is below the root as well. The check and the use are two steps: only the service may be able to write there.
 */
export function createRootPaths(root: string, syncFolder: (folder: string) => Promise<void>) {
  /** Folders whose own entry is not durable yet. */
  const fresh = new Map<string, Promise<void>>()

  const pathOf = (file: string): string => file.slice(root.length + 1).replaceAll(sep, '/')
  /** @param file what was asked for: a link, or another spelling of a name, must not lead from one part to another */
  const checkInside = (file: string, real: string): string => {
    if (real !== root && !real.startsWith(root + sep)) throw outside()
    const path = pathOf(real)
    if (isOwnFolder(path) || partOf(path) !== partOf(pathOf(file))) throw outside()
    return real
  }
  const check = (path: string): void => {
    checkDocumentPath(path)
    if (isOwnFolder(path)) throw invalidRequest('/path', 'path_reserved', `\`${ownFolder}\` is the store's own folder.`)
  }

  /** Folders that were looked at a moment ago: documents come in bunches, and each look is a call for every name in it. */
  const seen = new Map<string, string>()
  const realFolder = (folder: string): string => {
    const known = seen.get(folder)
    if (known !== undefined) return known
    const real = checkInside(folder, realpathSync.native(folder))
    if (seen.size === 0) setTimeout(() => seen.clear(), seenMs).unref()
    seen.set(folder, real)
    return real
  }

  /** The real name of a folder; made with its parents when it is missing. */
  const makeFolder = async (folder: string): Promise<string> => {
    try {
      return realFolder(folder)
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || folder === root) throw error
    }
    const parent = await makeFolder(dirname(folder))
    const made = join(parent, folder.slice(folder.lastIndexOf(sep) + 1))
    try {
      await mkdir(made)
      const durable: Promise<void> = syncFolder(parent)
        .catch(unlessGone)
        .finally(() => {
          if (fresh.get(made) === durable) fresh.delete(made)
        })
      // Whoever puts into it waits for it; nobody may.
      durable.catch(() => undefined)
      fresh.set(made, durable)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
      // A dangling symbolic link looks the same: missing, and yet there.
      if ((await lstat(made)).isSymbolicLink()) throw outside()
    }
    return checkInside(folder, realpathSync.native(made))
  }

  /** The folder of a path as it may be spelled, and the name in it. */
  const split = (path: string): { folder: string; name: string } => {
    const slash = path.lastIndexOf('/')
    return { folder: slash === -1 ? root : join(root, path.slice(0, slash)), name: path.slice(slash + 1) }
  }

  const realOf = (file: string): string | undefined => {
    try {
      return checkInside(file, realpathSync.native(file))
    } catch (error) {
      const code = errorCode(error)
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
      throw error
    }
  }

  /** Makes a folder, also while deletes take away the empty ones that it lies in. */
  const makeFolderAgain = async (folder: string): Promise<string> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await makeFolder(folder)
      } catch (error) {
        if (errorCode(error) !== 'ENOENT' || attempt === attempts) throw error
        seen.clear()
      }
    }
  }

  return {
    /** The real name of what is at the path, or `undefined` when there is nothing. */
    async existing(path: string): Promise<string | undefined> {
      check(path)
      return realOf(join(root, path))
    },
    /** The file to take away, in its real folder; `undefined` when there is no such folder. */
    forDeleting(path: string): { readonly file: string; readonly folder: string } | undefined {
      check(path)
      const { folder, name } = split(path)
      const real = realOf(folder)
      return real === undefined ? undefined : { file: join(real, name), folder: real }
    },
    /** Takes a folder away, and those that it lies in, as far as they hold nothing; never the root. */
    prune(folder: string): void {
      try {
        for (let empty = folder; empty.startsWith(root + sep); empty = dirname(empty)) rmdirSync(empty)
      } catch {
        // It holds something, or may stay for another reason.
      }
      seen.clear()
    },
    /**
     * The file to write, in its real folder, which is made if need be; and how to wait until that folder is durable. A
     * delete may take the folder away as long as the file is not in it.
     * @param isAgain the folder was gone: what was seen a moment ago is not believed
     */
    async forWriting(path: string, isAgain = false): Promise<PlaceToWrite> {
      check(path)
      if (isAgain) seen.clear()
      const { folder: wanted, name } = split(path)
      const folder = await makeFolderAgain(wanted)
      const around = [...fresh].filter(([made]) => folder === made || folder.startsWith(made + sep))
      return {
        file: join(folder, name),
        folder,
        // Made when it is asked for: one that nobody waits for would end the process where it fails.
        durable: () => Promise.all(around.map(([, sync]) => sync)),
      }
    },
  }
}
