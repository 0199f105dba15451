import { open } from 'node:fs/promises'
import { groupCommit } from './group-commit.ts'

/** Makes the entries of a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  // Windows has no such call; NTFS logs its entries by itself.
  if (process.platform === 'win32') return
  // Opening a folder waits for whoever is adding to it, so that too happens off the event loop.
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A `syncFolder` that all who wait for the same folder share. */
export function createFolderSync(): (folder: string) => Promise<void> {
  const shared = new Map<string, { readonly flush: () => Promise<void>; waiting: number }>()
  return async (folder) => {
    let group = shared.get(folder)
    if (group === undefined) {
      group = { flush: groupCommit(() => syncFolder(folder)), waiting: 0 }
      shared.set(folder, group)
    }
    group.waiting++
    try {
      await group.flush()
    } finally {
      if (--group.waiting === 0) shared.delete(folder)
    }
  }
}
