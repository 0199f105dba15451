import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as Wiring from '@chancery/wiring'
import { type BundleName, copied } from './deployed.ts'

/** Settings without child processes, which would be started for each test anew. */
export const inline = { CHANCERY_SAFETY: 'inline' }

/** The ports as a bundle puts them together, out of the chunks that are deployed. */
export async function bundledPorts(name: BundleName) {
  const { folder: bundle, remove } = await copied(name)
  const { compose, readConfiguration } = (await import(pathToFileURL(join(bundle, 'ports.js')).href)) as typeof Wiring
  const folder = mkdtempSync(join(tmpdir(), 'chancery-ports-'))
  const opened = new Set<Wiring.Composition>()
  let made = 0
  return {
    /** What the settings choose, which keeps things in a folder of its own. */
    portsOf(settings: Readonly<Record<string, string>>) {
      const data = join(folder, String(made++))
      const composition = compose(readConfiguration({ CHANCERY_DATA: data, CHANCERY_LOG: 'off', ...settings }))
      opened.add(composition)
      const close = async (): Promise<void> => {
        opened.delete(composition)
        await composition.close()
      }
      return { ...composition, data, close }
    },
    /** Closes what is open, and takes away all of it. */
    async end(): Promise<void> {
      for (const composition of opened) await composition.close()
      rmSync(folder, { recursive: true, force: true })
      remove()
    },
  }
}
