import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { holdsValidApiKeys } from '@chancery/state'
import { ConfigurationError } from '../settings/configuration.ts'

/**
 * The secret under which API keys are hashed, kept in the data folder and made at the first start. Of several processes
 * that start at once one makes it: it appears whole, by a link, or not at all.
 * @param folder is there
 * @throws ConfigurationError where it is damaged, or gone while there are keys that were hashed under it
 */
export function openKeySecret(folder: string): string {
  const file = join(folder, 'key-secret')
  const existing = readSecret(file)
  if (existing !== undefined) return existing
  const state = join(folder, 'state.sqlite')
  if (existsSync(state) && holdsValidApiKeys(state, Date.now())) return madeMeanwhile(file)
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
  return readSecret(file) ?? openKeySecret(folder)
}

function readSecret(file: string): string | undefined {
  let text: string
  try {
    // Whoever reads a named pipe waits for a writer.
    text = statSync(file).isFIFO() ? '' : readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    throw new ConfigurationError([
      `CHANCERY_DATA: the file key-secret of this folder cannot be read (${code}). Let this user read it, or put it back from a backup.`,
    ])
  }
  // As it is written above; less of it would hash every key otherwise.
  if (/^[0-9a-f]{64}$/.test(text)) return text
  throw new ConfigurationError([
    'CHANCERY_DATA: the file key-secret of this folder does not hold the secret that was written to it (64 hexadecimal digits). Put it back from a backup; without one, delete it and state.sqlite, and make all keys again.',
  ])
}

/** The secret of keys that are there: another process has just made both, or the secret is gone. */
function madeMeanwhile(file: string): string {
  const made = readSecret(file)
  if (made !== undefined) return made
  // Under another secret no key of the old one is valid, and none would say why.
  throw new ConfigurationError([
    'CHANCERY_KEY_SECRET: the data folder has keys, but not the secret under which they are hashed (its file key-secret). Set CHANCERY_KEY_SECRET to that secret, or put the file back; without it, delete state.sqlite, and make all keys again.',
  ])
}
