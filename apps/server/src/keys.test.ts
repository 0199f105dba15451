import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gatewayKeyId } from '@chancery/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Outcome, runHere, runProgram } from './commands.test-support.ts'
import { keys as keysCommand } from './keys-command.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'chancery-keys-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const keys = (...args: string[]): Promise<Outcome> => keysWith({}, ...args)

const keysWith = (environment: Readonly<Record<string, string>>, ...args: string[]): Promise<Outcome> =>
  runHere(keysCommand, [...args, '--data', data], environment)

const gatewayId = (input: string, environment: Readonly<Record<string, string>>): Outcome =>
  runProgram('keys.ts', ['gateway-id', '--data', data], { input, environment })

describe('keys', () => {
  it('creates, lists, rotates and revokes', async () => {
    const created = await keys(
      'create',
      '--name',
      'Front desk',
      '--operations',
      'store-document,send-email',
      '--rate',
      '10',
    )
    const id = /^id\s+(\S+)/m.exec(created.out)?.[1] ?? ''
    expect(created.out).toMatch(/^key\s+chk_dev_\S+$/m)
    const listed = (await keys('list')).out
    expect(listed).toContain(`${id}\tactive`)
    expect(listed).toContain('store-document,send-email\tFront desk')
    const rotated = await keys('rotate', id, '--overlap', '0')
    expect(rotated.out).toMatch(/^key\s+chk_dev_\S+$/m)
    expect((await keys('list')).out).toContain(`${id}\texpired`)
    const next = /^id\s+(\S+)/m.exec(rotated.out)?.[1] ?? ''
    const again = /^id\s+(\S+)/m.exec((await keys('rotate', next)).out)?.[1] ?? ''
    const database = new DatabaseSync(join(data, 'state.sqlite'))
    const { record } = database.prepare('SELECT record FROM api_keys WHERE id = ?').get(again) ?? {}
    database.close()
    expect(JSON.parse(String(record))).toMatchObject({ caller: id, rotatedFrom: next })
    expect((await keys('revoke', next)).code).toBe(0)
    expect((await keys('list')).out).toContain(`${next}\trevoked`)
  })

  it('gives a key its senders, shows them, and keeps them when the key is rotated', async () => {
    const created = await keys('create', '--name', 'Lisbon', '--senders', '@Lisbon.example, desk@example.com')
    const id = /^id\s+(\S+)/m.exec(created.out)?.[1] ?? ''
    const next = /^id\s+(\S+)/m.exec((await keys('rotate', id)).out)?.[1] ?? ''
    for (const each of [id, next])
      expect((await keys('list')).out).toMatch(new RegExp(`^${each}\t.*\t@lisbon.example,desk@example.com\t`, 'm'))
    expect(await keys('create', '--name', 'x', '--senders', 'lisbon.example')).toMatchObject({ code: 2 })
  })

  it('gives a key its space, shows it, and keeps it when the key is rotated', async () => {
    const idOf = (out: string): string => /^id\s+(\S+)/m.exec(out)?.[1] ?? ''
    const lisbon = idOf((await keys('create', '--name', 'Lisbon', '--space', 'lisbon-2')).out)
    const next = idOf((await keys('rotate', lisbon)).out)
    const plain = idOf((await keys('create', '--name', 'Office')).out)
    const common = idOf((await keys('create', '--name', 'Desk', '--space', 'common')).out)
    const rows = new Map(
      (await keys('list')).out
        .trim()
        .split('\n')
        .map((line) => [line.split('\t')[0], line.split('\t')[4]]),
    )
    expect(rows).toEqual(
      new Map([
        ['id', 'space'],
        [lisbon, 'lisbon-2'],
        [next, 'lisbon-2'],
        [plain, 'common'],
        [common, 'common'],
      ]),
    )
    const database = new DatabaseSync(join(data, 'state.sqlite'))
    const records = database.prepare('SELECT record FROM api_keys WHERE id IN (?, ?)').all(plain, common)
    database.close()
    for (const { record } of records) expect(JSON.parse(String(record))).not.toHaveProperty('space')
  })

  it('says where a key is not taken as it is', async () => {
    const secret = { CHANCERY_KEY_SECRET: 's'.repeat(32) }
    const inMemory = await keysWith({ ...secret, CHANCERY_STATE: 'memory' }, 'create', '--name', 'x')
    expect(inMemory.out).toMatch(/^key\s+chk_dev_\S+$[^]*none is kept.*CHANCERY_API_KEY/m)
    const gateway = { CHANCERY_GATEWAY_AUDIENCE: 'https://a.example', CHANCERY_GATEWAY_ACCOUNT: 'a@b.example' }
    const behind = await keysWith({ ...gateway, CHANCERY_AUTH: 'gateway' }, 'create', '--name', 'x')
    expect([behind.code, behind.out]).toEqual([2, ''])
    expect(behind.error).toMatch(/made at the gateway/)
  })

  it('lists a key in one line, and says until when an old one is valid', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString()
    const created = (await keys('create', '--name', 'two\nlines\tand a tab', '--expires', soon)).out
    expect((await keys('list')).out.trim().split('\n')).toHaveLength(2)
    const id = /^id\s+(\S+)/m.exec(created)?.[1] ?? ''
    expect((await keys('rotate', id)).out).toContain(`valid until ${soon}`)
  })

  it('tells the id of a gateway’s key, which never is an argument', () => {
    const secret = { CHANCERY_KEY_SECRET: 's'.repeat(32) }
    const { out } = gatewayId('AIza-one\n', secret)
    expect(out.trim()).toBe(gatewayKeyId('AIza-one', secret.CHANCERY_KEY_SECRET))
    expect(gatewayId('\n', secret)).toMatchObject({ code: 2, out: '' })
    expect(gatewayId('two keys', secret).error).toMatch(/one key/)
    expect(gatewayId('AIza-one', {}).error).toMatch(/CHANCERY_KEY_SECRET/)
  })

  it.each([
    [['create'], /--name/],
    [['create', '--name', 'x', '--space', 'Lisbon Office'], /--space: The name of a space has 1 to 32/],
    [['create', '--name', 'x', '--space', ''], /--space/],
    [['create', '--name', 'x', '--operations', 'fly'], /No such operation: fly/],
    [['create', '--name', 'x', '--expires', 'yesterday'], /--expires/],
    [['rotate', 'unknown1'], /no key unknown1/],
    [['revoke'], /Name the id/],
    [['dance'], /usage/],
    [['create', '--name', 'My', 'Office'], /usage/],
    [['list', '--nam', 'x'], /^There is no option --nam; --help tells those that there are\.\n$/],
    [['list', '--nope'], /nope/],
  ])('says what is wrong: %j', async (args, message) => {
    const { error, code } = await keys(...args)
    expect(error).toMatch(message)
    expect(code).toBe(2)
  })
})
