import { closeSync, fsync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { groupCommit } from './group-commit.ts'

const flush = promisify(fsync)

/** Makes the entries of a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  // Windows has no such call; NTFS logs its entries by itself.
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  try {
    await flush(descriptor)
  } finally {
    closeSync(descriptor)
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
