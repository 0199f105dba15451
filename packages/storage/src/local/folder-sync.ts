import { type FileHandle, open } from 'node:fs/promises'
import { groupCommit } from './group-commit.ts'

interface SharedFolder {
  /** Opened once for all who wait: opening it again and again would queue behind those who add to it. */
  handle: FileHandle | undefined
  readonly flush: () => Promise<void>
  waiting: number
}

/** Windows has no such call; NTFS logs its entries by itself. */
const hasFolderSync = process.platform !== 'win32'

/** A function that makes the entries of a folder durable; all who wait for the same folder share its flushes. */
export function createFolderSync(): (folder: string) => Promise<void> {
  if (!hasFolderSync) return async () => {}
  const shared = new Map<string, SharedFolder>()

  const share = (folder: string): SharedFolder => {
    const flush = async (): Promise<void> => {
      // Without a name left it was deleted, and perhaps made again.
      if (made.handle !== undefined && (await made.handle.stat()).nlink === 0) {
        await made.handle.close()
        made.handle = undefined
      }
      made.handle ??= await open(folder, 'r')
      await made.handle.sync()
    }
    const made: SharedFolder = { handle: undefined, flush: groupCommit(flush), waiting: 0 }
    shared.set(folder, made)
    return made
  }

  return async (folder) => {
    const group = shared.get(folder) ?? share(folder)
    group.waiting++
    try {
      await group.flush()
    } finally {
      if (--group.waiting === 0) {
        shared.delete(folder)
        await group.handle?.close()
      }
    }
  }
}
