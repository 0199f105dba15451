import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
