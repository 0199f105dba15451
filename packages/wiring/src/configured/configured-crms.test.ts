import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refreshTokensContract } from '@chancery/port-contracts/refresh-tokens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigurationError, readConfiguration } from '../settings/configuration.ts'
import { configuredPostgres } from './configured-postgres.ts'
import { configuredCrms } from './configured-crms.ts'
import { keptRefreshTokens } from './kept-refresh-tokens.ts'

const systemClock = { now: () => Date.now() }

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'chancery-crms-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const crmsOf = (settings: Readonly<Record<string, string>>) =>
  configuredCrms(
    readConfiguration(settings),
    { root: folder },
    configuredPostgres(readConfiguration(settings), systemClock),
  )
const mistakesOf = (settings: Readonly<Record<string, string>>): readonly string[] => {
  try {
    crmsOf(settings)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.mistakes
    throw error
  }
}
const client = (name: string) => ({
  [`CHANCERY_CRM_${name}_CLIENT_ID`]: 'id',
  [`CHANCERY_CRM_${name}_CLIENT_SECRET`]: 'secret-canary',
  [`CHANCERY_CRM_${name}_REFRESH_TOKEN`]: 'refresh-canary',
})
const salesforce = { CHANCERY_CRM_SALESFORCE_ENDPOINT: 'https://firm.my.salesforce.com' }

const fileOf = (content: object | string) => {
  const file = join(folder, 'crms.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return { CHANCERY_CRM_FILE: file }
}

refreshTokensContract('files', async () => {
  const own = mkdtempSync(join(tmpdir(), 'chancery-tokens-'))
  return {
    tokens: (name, configured) => keptRefreshTokens(join(own, 'crm-tokens'), name, configured),
    close: async () => rmSync(own, { recursive: true }),
  }
})

describe('a refresh token that the vendor has changed', () => {
  it('is read by nobody else, and a damaged file is none', async () => {
    const tokens = keptRefreshTokens(join(folder, 'crm-tokens'), 'hubspot-default', 'first')
    await tokens.keep('second')
    const file = join(folder, 'crm-tokens', 'hubspot-default.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    writeFileSync(file, '{"of"')
    expect(await tokens.last()).toBeUndefined()
  })

  it('is not exchanged where it cannot be kept', async () => {
    writeFileSync(join(folder, 'no-folder'), '')
    const nowhere = keptRefreshTokens(join(folder, 'no-folder'), 'zoho-default', '0')
    await expect(nowhere.alone(() => Promise.resolve('asked'))).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { reason: 'token_not_kept' },
    })
  })
})

describe('CRMs of a file', () => {
  const { signal } = new AbortController()
  const lisbon = { provider: 'hubspot', token: 'canary', space: 'lisbon', endpoint: 'http://127.0.0.1:9' }

  it('have names and spaces of their own', async () => {
    const { hubspot } = crmsOf({
      ...fileOf({ lisbon, porto: { ...lisbon, space: 'porto' } }),
      CHANCERY_CRM_HUBSPOT_TOKEN: 'own',
    })
    for (const [connection, space] of [
      ['lisbon', 'porto'],
      ['lisbon', ''],
      ['default', 'lisbon'],
      ['other', 'lisbon'],
    ] as const) {
      await expect(hubspot?.read({ connection }, { signal, space })).rejects.toMatchObject({
        code: 'provider_not_configured',
      })
    }
    // It is asked, and is not there.
    const given = AbortSignal.timeout(300)
    await expect(hubspot?.read({ connection: 'lisbon' }, { signal: given, space: 'lisbon' })).rejects.not.toMatchObject(
      {
        code: 'provider_not_configured',
      },
    )
  })

  it.each<[object | string, string]>([
    ['{"canary', 'CHANCERY_CRM_FILE: the file is not JSON.'],
    [{ lisbon: { ...lisbon, provider: 'nimble' } }, 'CHANCERY_CRM_FILE: lisbon: provider: '],
    [{ lisbon: { ...lisbon, secret: 'canary' } }, 'CHANCERY_CRM_FILE: lisbon: '],
    [{ lisbon: { ...lisbon, token: 'two canary' } }, 'CHANCERY_CRM_FILE: lisbon: token: '],
    [{ lisbon: { provider: 'zoho', clientId: 'x', clientSecret: 'x' } }, 'CHANCERY_CRM_FILE: lisbon: refreshToken: '],
    [{ lisbon: { ...lisbon, endpoint: 'http://a.example' } }, 'CHANCERY_CRM_FILE: lisbon: endpoint: '],
  ])('are refused at start: %j', (content, mistake) => {
    const mistakes = mistakesOf(fileOf(content))
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]?.startsWith(mistake)).toBe(true)
    expect(mistakes[0]).not.toContain('canary')
  })

  it('are refused where there is no file', () => {
    expect(mistakesOf({ CHANCERY_CRM_FILE: join(folder, 'none') })).toEqual([
      'CHANCERY_CRM_FILE: there is no such file that can be read.',
    ])
  })
})

describe('CRMs', () => {
  it('are those that have credentials', () => {
    expect(crmsOf({})).toEqual({})
    const all = ['HUBSPOT', 'SALESFORCE', 'PIPEDRIVE', 'GOOGLE', 'MICROSOFT', 'ZOHO', 'CLIO']
    const made = crmsOf({ ...salesforce, ...Object.assign({}, ...all.map(client)) })
    expect(Object.keys(made)).toEqual(all.map((name) => name.toLowerCase()))
    for (const [name, source] of Object.entries(made)) expect(source).toMatchObject({ id: name, fromDocument: false })
    expect(Object.keys(crmsOf({ CHANCERY_CRM_HUBSPOT_TOKEN: 'pat', CHANCERY_CRM_PIPEDRIVE_TOKEN: 'key' }))).toEqual([
      'hubspot',
      'pipedrive',
    ])
  })

  it('may be of the client itself, where the vendor has that', () => {
    const { CHANCERY_CRM_MICROSOFT_REFRESH_TOKEN: _none, ...own } = client('MICROSOFT')
    const made = crmsOf({
      ...own,
      CHANCERY_CRM_MICROSOFT_TENANT: 'firm.example',
      CHANCERY_CRM_MICROSOFT_MAILBOX: 'a@firm.example',
    })
    expect(Object.keys(made)).toEqual(['microsoft'])
  })

  it('that lack several things are told of each', () => {
    const names = mistakesOf({ CHANCERY_CRM_ZOHO_CLIENT_ID: 'id' }).map((mistake) => mistake.split(':')[0])
    expect(names).toEqual(['CHANCERY_CRM_ZOHO_CLIENT_SECRET', 'CHANCERY_CRM_ZOHO_REFRESH_TOKEN'])
  })

  it.each<[Readonly<Record<string, string>>, string]>([
    [client('SALESFORCE'), 'CHANCERY_CRM_SALESFORCE_ENDPOINT'],
    [{ CHANCERY_CRM_GOOGLE_REFRESH_TOKEN: 'refresh-canary' }, 'CHANCERY_CRM_GOOGLE_CLIENT_ID'],
    [{ ...client('CLIO'), CHANCERY_CRM_CLIO_ENDPOINT: 'http://clio.example' }, 'CHANCERY_CRM_CLIO_ENDPOINT'],
    [{ CHANCERY_CRM_HUBSPOT_TOKEN: 'two words' }, 'CHANCERY_CRM_HUBSPOT_TOKEN'],
    [{ CHANCERY_CRM_MICROSOFT_MAILBOX: '../admin' }, 'CHANCERY_CRM_MICROSOFT_MAILBOX'],
    [{ CHANCERY_CRM_SPACE: '../x' }, 'CHANCERY_CRM_SPACE'],
    [{ CHANCERY_CRM_NIMBLE_TOKEN: 'x' }, 'CHANCERY_CRM_NIMBLE_TOKEN'],
  ])('are refused at start, by the name of the setting: %o', (settings, name) => {
    const mistakes = mistakesOf(settings)
    expect(mistakes).toHaveLength(1)
    expect(mistakes[0]).toMatch(new RegExp(`^${name}: `))
    expect(mistakes[0]).not.toContain('canary')
  })
})
