import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { unready } from '@chancery/core'

/** Held until it is given back, or its process ends in whatever way. */
export interface SoleWriter {
  close(): void
}

/**
 * Takes the right to write to a folder, which one process has at a time: two would write two chains. It is a lock of SQLite's,
 * which the system gives back when a process is killed.
 * @throws `provider_unavailable` with the reason `in_use`
 */
export function becomeSoleWriter(folder: string): SoleWriter {
  const database = new DatabaseSync(join(folder, 'writer.sqlite'), { timeout: 0 })
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return { close: () => database.close() }
  } catch (error) {
    database.close()
    const { errcode = 0 } = error as { readonly errcode?: number }
    if ([5, 6].includes(errcode & 0xff)) {
      throw unready('file', 'in_use', 'Another process writes this audit log: share it by CHANCERY_AUDIT=postgres.')
    }
    throw error
  }
}
