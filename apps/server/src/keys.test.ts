import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'chancery-keys-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

function keys(...args: string[]): { out: string; error: string; code: number | null } {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'keys.ts'), ...args, '--data', data],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' },
    },
  )
  return { out: stdout, error: stderr, code: status }
}

describe('keys', () => {
  it('creates, lists, rotates and revokes', () => {
    const created = keys('create', '--name', 'Front desk', '--operations', 'store-document,send-email', '--rate', '10')
    const id = /^id\s+(\S+)/m.exec(created.out)?.[1] ?? ''
    expect(created.out).toMatch(/^key\s+chk_dev_\S+$/m)
    const listed = keys('list').out
    expect(listed).toContain(`${id}\tactive`)
    expect(listed).toContain('store-document,send-email\tFront desk')
    const rotated = keys('rotate', id, '--overlap', '0')
    expect(rotated.out).toMatch(/^key\s+chk_dev_\S+$/m)
    expect(keys('list').out).toContain(`${id}\texpired`)
    const next = /^id\s+(\S+)/m.exec(rotated.out)?.[1] ?? ''
    const again = /^id\s+(\S+)/m.exec(keys('rotate', next).out)?.[1] ?? ''
    const database = new DatabaseSync(join(data, 'state.sqlite'))
    const { record } = database.prepare('SELECT record FROM api_keys WHERE id = ?').get(again) ?? {}
    database.close()
    expect(JSON.parse(String(record))).toMatchObject({ caller: id, rotatedFrom: next })
    expect(keys('revoke', next).code).toBe(0)
    expect(keys('list').out).toContain(`${next}\trevoked`)
  })

  it.each([
    [['create'], /--name/],
    [['create', '--name', 'x', '--operations', 'fly'], /No such operation: fly/],
    [['create', '--name', 'x', '--expires', 'yesterday'], /--expires/],
    [['rotate', 'unknown1'], /no key unknown1/],
    [['revoke'], /Name the id/],
    [['dance'], /usage/],
    [['list', '--nope'], /nope/],
  ])('says what is wrong: %j', (args, message) => {
    const { error, code } = keys(...args)
    expect(error).toMatch(message)
    expect(code).toBe(2)
  })
})
