import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { built } from './bundles/built.ts'
import { emptyMemoryFolder } from './memory-folder.ts'

/** Makes the build before all tests, and puts the bundled child where `@chancery/sandbox/child` is under `chancery-build`. @returns what is done after them */
export default async function buildFirst(): Promise<() => void> {
  const bundle = join(await built(), 'server/chunks/sandbox-child.js')
  const folder = join(import.meta.dirname, '../packages/sandbox/build')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  symlinkSync(bundle, join(folder, 'child.js'))
  return emptyMemoryFolder
}
