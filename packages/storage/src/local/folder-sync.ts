import { type FileHandle, open } from 'node:fs/promises'
import { groupCommit } from './group-commit.ts'

interface SharedFolder {
  /** Opened once for all who wait: opening it again and again would queue behind those who add to it. */
  readonly handle: Promise<FileHandle>
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
    const handle = open(folder, 'r')
    const made = { handle, flush: groupCommit(async () => (await handle).sync()), waiting: 0 }
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
        await group.handle.then(
          (handle) => handle.close(),
          () => undefined,
        )
      }
    }
  }
}
