import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RefreshTokens } from '@chancery/crm'
import * as z from 'zod'

const kept = z.lazy(() => z.strictObject({ of: z.string(), token: z.string().regex(/^[!-~]+$/) }))

/**
 * Refresh tokens that a vendor has put in place of the configured one, in files that the owner of the process alone reads. Whoever
 * configures another one has that used.
 * @param name of the connection, of letters, digits and `. _ -`
 */
export function keptRefreshTokens(folder: string, name: string, configured: string): RefreshTokens {
  const file = join(folder, `${name}.json`)
  const of = createHash('sha256').update(configured).digest('hex')
  return {
    last() {
      try {
        const read = kept.safeParse(JSON.parse(readFileSync(file, 'utf8')))
        return read.success && read.data.of === of ? read.data.token : undefined
      } catch {
        // There is none yet, or it is damaged: then the configured one is tried.
        return undefined
      }
    },
    keep(token) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const draft = `${file}.${process.pid}`
      const handle = openSync(draft, 'w', 0o600)
      try {
        writeSync(handle, JSON.stringify({ of, token }))
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
      renameSync(draft, file)
    },
  }
}
