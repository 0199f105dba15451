import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { referenceMs } from './reference-work.ts'

const manifest = join(import.meta.dirname, '../../packages/chancery/package.json')

/**
 * What a trial ran on and with, and when: `Chancery 0.1.0, Node 24.21.0, Linux 6.1, 2 cores, 24 GB, reference work 130 ms,
 * 2026-11-29 at 1a2b3c4d`. Without git there is no commit.
 */
export function machine(): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
  const system = `${type()} ${/^\d+\.\d+/.exec(release())?.[0] ?? ''}`
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `Chancery ${version}, Node ${process.versions.node}, ${system}, ${availableParallelism()} cores, ${memory} GB, reference work ${referenceMs()} ms, ${day()}${commit()}`
}

const day = (): string => new Date().toISOString().slice(0, 10)

function commit(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return status === 0 ? ` at ${stdout.trim()}` : ''
}
