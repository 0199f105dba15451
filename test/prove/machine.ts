import { readFileSync } from 'node:fs'
import { availableParallelism, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { referenceMs } from './reference-work.ts'

const manifest = join(import.meta.dirname, '../../packages/chancery/package.json')

/** What a trial ran on and with: `Chancery 0.1.0, Node 24.21.0, Linux 6.1, 2 cores, 24 GB, reference work 130 ms`. */
export function machine(): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }
  const system = `${type()} ${/^\d+\.\d+/.exec(release())?.[0] ?? ''}`
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `Chancery ${version}, Node ${process.versions.node}, ${system}, ${availableParallelism()} cores, ${memory} GB, reference work ${referenceMs()} ms`
}
