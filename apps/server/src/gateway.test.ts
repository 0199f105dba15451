import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@chancery/core'
import { contractsAboutCalls } from '@chancery/http'
import { describe, expect, it } from 'vitest'
import { type Outcome, runHere, runProgram } from './commands.test-support.ts'
import { gateway as gatewayCommand } from './gateway-command.ts'

const backend = 'https://chancery-abc-ew.a.run.app'

/** The program: what it writes goes by nothing of the process but its settings. */
const gateway = (environment: Readonly<Record<string, string>>, ...args: readonly string[]): Outcome =>
  runProgram('gateway.ts', args, { environment })

interface Document {
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security: unknown }>>>>
  readonly 'x-google-api-management': {
    readonly backends: Readonly<Record<string, { readonly deadline: number; readonly jwtAudience: string }>>
  }
  readonly 'x-limits': Readonly<Record<string, number>>
}
const documentOf = (env: Readonly<Record<string, string>>, ...args: readonly string[]): Document =>
  JSON.parse(gateway(env, '--backend', backend, ...args).out) as Document

describe('the gateway’s document', () => {
  it('goes by the settings of the deployment, which need not be whole', () => {
    const document = documentOf({
      CHANCERY_AUTH: 'gateway',
      CHANCERY_GATEWAY_AUDIENCE: 'https://chancery.example.org',
      CHANCERY_STATE: 'postgres',
      CHANCERY_DEADLINE_MS: '120500',
      CHANCERY_MAX_BODY_BYTES: '1000000',
      CHANCERY_MAX_PAGES: '7',
      CHANCERY_CONCURRENCY: '9',
      CHANCERY_BASE_URL: 'https://paperwork.example.org',
    })
    expect(document['x-google-api-management'].backends).toMatchObject({
      chancery: { address: backend, jwtAudience: 'https://chancery.example.org', deadline: 126 },
    })
    expect(document['x-limits']).toMatchObject({
      deadlineMs: 120_500,
      bodyBytes: 1_000_000,
      documentBytes: 1_000_000,
      pages: 7,
      concurrentPerKey: 9,
    })
    expect(document.servers?.map(({ url }) => url)).toEqual(['https://paperwork.example.org'])
  })

  it('says nothing of the machine that made it, and the same each time', () => {
    const { out } = gateway({}, '--backend', backend)
    expect(gateway({ CHANCERY_SLOTS: '9', CHANCERY_MEMORY_BYTES: '99999999' }, '--backend', backend).out).toBe(out)
    const names = Object.keys(documentOf({})['x-limits'])
    for (const name of ['slots', 'queue', 'memoryBytes', 'concurrent']) expect(names).not.toContain(name)
    expect(names).toContain('deadlineMs')
  })

  it('has a key for each operation', () => {
    const { paths } = documentOf({})
    const own = Object.entries(paths).filter(([path]) => !path.includes('{'))
    expect(own).toHaveLength(calls.length + contractsAboutCalls.length)
    for (const [, methods] of own)
      for (const { security } of Object.values(methods)) expect(security).toEqual([{ apiKey: [] }])
  })

  it('knows operations that have a function of their own, and is written to a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chancery-gateway-'))
    const file = join(folder, 'gateway.json')
    const wanted = ['--backend', backend, '--backend', 'send-email=https://mail.run.app/', '--output', file]
    expect(await runHere(gatewayCommand, wanted, {})).toEqual({ out: '', error: '', code: 0 })
    const { backends } = (JSON.parse(readFileSync(file, 'utf8')) as Document)['x-google-api-management']
    expect(backends).toMatchObject({ 'send-email': { address: 'https://mail.run.app', deadline: 35 } })
    rmSync(folder, { recursive: true, force: true })
    expect((await runHere(gatewayCommand, ['--backend', backend, '--output', file], {})).code).toBe(1)
  })

  it.each([
    [{}, [], /one --backend/],
    [{}, ['--backend', backend, '--backend', backend], /one --backend/],
    [{}, ['--backend', 'chancery.run.app'], /https address/],
    [{}, ['--backend', 'http://chancery.run.app'], /https address/],
    [{}, ['--backend', `${backend}?a=b`], /https address/],
    [{}, ['--backend', backend, '--backend', 'fly=https://a.run.app'], /no operation fly/],
    [{}, ['--backend', backend, '--gateway', 'https://a.example.org/b'], /without a path/],
    [{}, ['--backend', backend, '--output'], /output/],
    [{ CHANCERY_DEADLINE_MS: 'long' }, ['--backend', backend], /CHANCERY_DEADLINE_MS/],
    [{ CHANCERY_DEADLINE: '1' }, ['--backend', backend], /no such setting/],
  ])('says what is wrong: %j %j', async (env, args, message) => {
    const { error, code, out } = await runHere(gatewayCommand, args, env)
    expect(error).toMatch(message)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})
