import { existsSync, mkdirSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOfDiskFault, unready } from '@chancery/core'
import { ConfigurationError } from '../settings/configuration.ts'

/**
 * Makes a folder and those above it that are not there, for the owner of the process alone. One by one: Node's own
 * `recursive` tries for ever where a file system says that the folder above is missing, though it is there, as `/proc` does.
 */
export function makeDataFolder(folder: string): void {
  const missing: string[] = []
  for (let at = folder; !existsSync(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at)
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 })
    } catch (error) {
      // Another process of ours may have made it meanwhile.
      if (!statSync(each, { throwIfNoEntry: false })?.isDirectory()) throw error
    }
  }
}

/**
 * The same for the folder of the audit log.
 * @throws `provider_unavailable` where it cannot be made
 */
export function makeAuditFolder(folder: string): void {
  try {
    makeDataFolder(folder)
  } catch (error) {
    const reason = reasonOfDiskFault(error) ?? 'unavailable'
    throw unready('file', reason, 'The audit log cannot be written to.', { cause: error })
  }
}

/** What Linux says of file systems that a program makes (`statfs(2)`, `FUSE_SUPER_MAGIC`). */
const fuse = 0x65735546

/**
 * Refuses folders on FUSE, where buckets and the like are mounted: they have no locks and links that hold, without which
 * SQLite and the outbox lose or double what they keep.
 * @param typeOf a file system's type, as `statfs` names it
 * @throws ConfigurationError
 */
export function refuseMountedBuckets(
  folders: readonly string[],
  typeOf: (folder: string) => number = (folder) => statfsSync(folder).type,
): void {
  const mounted = folders.some((folder) => existsSync(folder) && typeOf(folder) === fuse)
  if (!mounted) return
  throw new ConfigurationError([
    'CHANCERY_DATA: the folder, or one in it, is on FUSE (a mounted bucket or the like), where neither SQLite nor the outbox keep what they are given. Take a local disk; many instances share CHANCERY_STATE=postgres and CHANCERY_STORES=gcs, s3 or azure.',
  ])
}
