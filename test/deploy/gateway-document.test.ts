import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls, type Operation } from '@chancery/core'
import { gatewayDocumentOf } from '@chancery/wiring'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { createMemoryService } from '../fixtures/memory-service.ts'
import { blocksIn } from './hcl.ts'

const operations: readonly Operation[] = calls
const address = 'https://chancery-dev-123.europe-west1.run.app'

interface Backend {
  readonly address: string
  readonly jwtAudience: string
  readonly deadline: number
}
interface PathItem {
  readonly post: {
    readonly operationId: string
    readonly security: readonly Readonly<Record<string, readonly string[]>>[]
    readonly 'x-google-backend'?: string
  }
}
interface GatewayDocument {
  readonly openapi: string
  readonly 'x-google-backend': string
  readonly 'x-google-api-management': { readonly backends: Readonly<Record<string, Backend>> }
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly in: string; readonly name: string }>>
  }
}

const documentOf = (ownAddresses: ReadonlyMap<string, string> = new Map()): GatewayDocument =>
  gatewayDocumentOf(
    { CHANCERY_AUTH: 'gateway', CHANCERY_GATEWAY_AUDIENCE: address },
    { address, ownAddresses },
  ) as unknown as GatewayDocument

/** What callers of the service itself are told is not the gateway's to say: licence, servers, answers by their codes. */
const ofTheService = ['info-license', 'no-empty-servers', 'operation-4xx-response']

const lint = async (source: object): Promise<readonly string[]> => {
  const rules = Object.fromEntries(ofTheService.map((rule) => [rule, 'off' as const]))
  const config = await createConfig({ extends: ['recommended-strict'], rules })
  const problems = await lintFromString({ source: JSON.stringify(source), absoluteRef: 'gateway.json', config })
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
}

describe.each([
  ['one service', documentOf()],
  ['an operation with a function of its own', documentOf(new Map([['send-email', 'https://mail.run.app']]))],
])('the document of the gateway before %s', (_, document) => {
  it('has no error and no warning before Redocly, and would have them', async () => {
    expect(await lint(document)).toEqual([])
    const { components: _components, ...without } = document
    expect((await lint(without)).join('\n')).toContain('security-defined')
  })

  it('has the operations that there are, each behind a key that goes to the service', () => {
    expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(operations.map(({ name }) => `/${name}`)))
    const ids = Object.values(document.paths).map(({ post }) => post.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { post } of Object.values(document.paths))
      for (const [scheme] of post.security.map((each) => Object.keys(each)))
        expect(document.components.securitySchemes[scheme ?? '']).toMatchObject({ in: 'header', name: 'x-api-key' })
  })

  it('names what the service answers, and nothing else', async () => {
    const service = await createMemoryService({
      CHANCERY_POSTMARK_EVENTS_SECRET: 'a-secret-of-Postmark-of-some-length',
    })
    const codeOf = async (written: string): Promise<unknown> => {
      const path = written.replace('{provider}', 'postmark').replace('{token}', 'x')
      const answer = (await (await service.call(path.slice(1) as never, {})).json()) as { readonly code?: string }
      return answer.code
    }
    try {
      for (const path of Object.keys(document.paths)) expect(await codeOf(path), path).not.toBe('operation_not_found')
      expect(await codeOf('/dance')).toBe('operation_not_found')
    } finally {
      await service.close()
    }
  })

  it('names all that callers of the service may post to', async () => {
    const service = await createMemoryService()
    try {
      const answer = await service.request('openapi.json' as never, { method: 'GET' })
      const described = (await answer.json()) as Pick<GatewayDocument, 'paths'>
      const posted = Object.entries(described.paths).flatMap(([path, item]) => ('post' in item ? path : []))
      expect(posted).toContain('/get-operation')
      expect(Object.keys(document.paths)).toEqual(expect.arrayContaining(posted))
    } finally {
      await service.close()
    }
  })

  it('names backends that it has', () => {
    const { backends } = document['x-google-api-management']
    const named = [
      document['x-google-backend'],
      ...Object.values(document.paths).flatMap(({ post }) => post['x-google-backend'] ?? []),
    ]
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(backends).toSorted())
    for (const backend of Object.values(backends)) {
      expect(new URL(backend.address).protocol).toBe('https:')
      // As Terraform asks before it makes a configuration of it.
      expect(backend.jwtAudience).toBe(address)
    }
  })
})

it('Terraform reads of it what it has, from where the docs have it written', () => {
  const module = blocksIn(join(import.meta.dirname, '../../deploy/terraform/modules/gateway'))
  const locals = module.find(({ type }) => type === 'locals')
  expect(locals?.attributes.get('backends')?.text).toBe('values(local.document["x-google-api-management"].backends)')
  const page = readFileSync(join(import.meta.dirname, '../../docs/deploy/google-cloud.md'), 'utf8')
  for (const root of ['cloud-run', 'functions']) {
    const folder = join(import.meta.dirname, '../../deploy/terraform', root)
    const variable = blocksIn(folder).find(
      ({ type, labels }) => type === 'variable' && labels[0] === 'gateway_document',
    )
    const file = join(folder, variable?.attributes.get('default')?.literal ?? '')
    expect(file).toBe(join(import.meta.dirname, '../../build/gateway.json'))
  }
  expect(page).toContain('--output build/gateway.json')
})
