import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secret under which API keys are hashed, kept in the data folder and made at the first start; without a folder, a
 * new one. Of several processes that start at once one makes it: it appears whole, by a link, or not at all.
 */
export function openKeySecret(folder: string | undefined): string {
  if (folder === undefined) return randomBytes(32).toString('hex')
  const file = join(folder, 'key-secret')
  const existing = readSecret(file)
  if (existing !== undefined) return existing
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = openSync(draft, 'wx', 0o600)
  writeSync(handle, randomBytes(32).toString('hex'))
  fsyncSync(handle)
  closeSync(handle)
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8')
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
