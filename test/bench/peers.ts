import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/chancery-bench')

/**
 * Installs the packages that a benchmark measures beside ours, in these versions, into a folder of their own: they are
 * no dependencies of the project, and their licences need not be ones that it could take. Nothing of theirs runs on
 * installing. Gives the folder, or `undefined` where the registry cannot be reached.
 */
export function installPeers(name: string, versions: Readonly<Record<string, string>>): string | undefined {
  const folder = join(cache, name)
  const wanted = JSON.stringify({ private: true, dependencies: versions })
  mkdirSync(folder, { recursive: true })
  const done = join(folder, `installed-${Buffer.from(wanted).toString('base64url').slice(-40)}`)
  if (existsSync(done)) return folder
  writeFileSync(join(folder, 'package.json'), wanted)
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-package-lock'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) return undefined
  writeFileSync(done, '')
  return folder
}

/** `require`, as a file in that folder would have it. */
export const requireFrom = (folder: string): NodeJS.Require => createRequire(join(folder, 'package.json'))
