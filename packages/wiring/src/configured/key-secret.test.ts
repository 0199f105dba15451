import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStateDatabase } from '@chancery/state'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openKeySecret } from './key-secret.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chancery-secret-'))
  file = join(folder, 'key-secret')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A state with one key, as it was kept. */
async function keepKey(changes: object = {}): Promise<void> {
  const state = openStateDatabase({ file: join(folder, 'state.sqlite'), clock: { now: () => Date.now() } })
  const key = { id: 'abcdefgh', name: 'office', environment: 'dev', operations: '*', createdAt: '2026-01-01T00:00:00Z' }
  await state.apiKeys.save({ ...key, operations: '*', hash: '0'.repeat(64), ...changes })
  state.close()
}

describe('the secret of keys', () => {
  it('is made once, for its owner alone', () => {
    const secret = openKeySecret(folder)
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(openKeySecret(folder)).toBe(secret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('may have got a line end in an editor', () => {
    const secret = openKeySecret(folder)
    writeFileSync(file, `${secret}\n`)
    expect(openKeySecret(folder)).toBe(secret)
  })

  it.each([
    ['empty', ''],
    ['blank', '\n'],
    ['cut short', 'a1'.repeat(31)],
    ['too long', 'a1'.repeat(33)],
    ['something else', 'x'.repeat(64)],
    ['a hole, as after a crash', '\0'.repeat(64)],
  ])('that is %s is refused, and left as it is', (_, text) => {
    writeFileSync(file, text)
    expect(() => openKeySecret(folder)).toThrow(/CHANCERY_DATA: the file key-secret .*64 .* backup/)
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('that is no file is refused', () => {
    mkdirSync(file)
    expect(() => openKeySecret(folder)).toThrow(
      /CHANCERY_DATA: the file key-secret .*cannot be read \(EISDIR\).* backup/,
    )
  })

  it('that is a named pipe is refused, and not waited for', () => {
    execFileSync('mkfifo', [file])
    expect(() => openKeySecret(folder)).toThrow(/CHANCERY_DATA: the file key-secret .*64 .* backup/)
  })

  it('is not made anew beside keys that were hashed under another', async () => {
    await keepKey()
    expect(() => openKeySecret(folder)).toThrow(/CHANCERY_KEY_SECRET: .* Set CHANCERY_KEY_SECRET .* put the file back/)
    expect(() => statSync(file)).toThrow('ENOENT')
  })

  it.each([
    ['revoked', { revokedAt: '2026-02-01T00:00:00Z' }],
    ['expired', { expiresAt: '2026-02-01T00:00:00Z' }],
  ])('is made where all keys are %s', async (_, changes) => {
    await keepKey(changes)
    expect(openKeySecret(folder)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('is made where the state is none, which is told when it is opened', () => {
    writeFileSync(join(folder, 'state.sqlite'), 'no database')
    expect(openKeySecret(folder)).toMatch(/^[0-9a-f]{64}$/)
  })
})
