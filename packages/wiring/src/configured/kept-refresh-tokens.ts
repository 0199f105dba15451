import { createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { ChanceryError, type RefreshTokens } from '@chancery/core'
import * as z from 'zod'

const kept = z.lazy(() => z.strictObject({ of: z.string(), token: z.string().regex(/^[!-~]+$/) }))

/** How often is looked whether another process has done, and how long at the most, in ms: longer than a call for a token takes. */
const [lookAgainMs, longestMs] = [25, 45_000]

/**
 * Refresh tokens that a vendor has put in place of the configured one, in files that the owner of the process alone reads; one process
 * of the machine at a time exchanges one. Whoever configures another one has that used.
 * @param name of the connection, of letters, digits and `. _ -`
 */
export function keptRefreshTokens(folder: string, name: string, configured: string): RefreshTokens {
  const file = join(folder, `${name}.json`)
  const of = createHash('sha256').update(configured).digest('hex')
  return {
    async last() {
      try {
        const read = kept.safeParse(JSON.parse(readFileSync(file, 'utf8')))
        return read.success && read.data.of === of ? read.data.token : undefined
      } catch {
        // There is none yet, or it is damaged: then the configured one is tried.
        return undefined
      }
    },
    async keep(token) {
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
      syncFolder(folder)
    },
    async alone(work) {
      const release = await lockedIn(folder, `${file}.lock`)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}

/** Only then the new name outlasts a power failure. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** @throws `provider_unavailable` for a folder that cannot be written to, and where another process does not end */
async function lockedIn(folder: string, file: string): Promise<() => void> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return await heldAlone(file)
  } catch (cause) {
    if (ChanceryError.is(cause)) throw cause
    const message = 'Refresh tokens cannot be kept: the folder `crm-tokens` of the data folder cannot be written to.'
    throw new ChanceryError('provider_unavailable', message, { cause, details: { reason: 'token_not_kept' } })
  }
}

/** Waits for a lock that the system takes from a process that dies: a file's of SQLite. */
async function heldAlone(file: string): Promise<() => void> {
  const until = performance.now() + longestMs
  for (;;) {
    const database = new DatabaseSync(file, { timeout: 0 })
    try {
      database.exec('BEGIN EXCLUSIVE')
      return () => database.close()
    } catch (error) {
      database.close()
      if (!isLocked(error)) throw error
    }
    if (performance.now() > until) {
      throw new ChanceryError('provider_unavailable', 'Another process asks for the access token, and does not end.')
    }
    await sleep(lookAgainMs)
  }
}

/** SQLITE_BUSY. */
const isLocked = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === 5
