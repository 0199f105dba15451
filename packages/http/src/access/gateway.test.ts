import { calls } from '@chancery/core'
import { expect, it } from 'vitest'
import { gatewayDocument } from './gateway.ts'

const settings = {
  version: '1.2.3',
  address: 'https://chancery-abc-ew.a.run.app',
  deadlineSeconds: 60,
  limits: { deadlineMs: 55_000 },
}

it('tells the gateway each path, that it wants a key, and where calls go', () => {
  const document = gatewayDocument(calls, settings)
  const { address } = settings
  expect(document).toMatchObject({
    openapi: '3.1.0',
    'x-google-api-management': {
      backends: {
        chancery: { address, jwtAudience: address, deadline: 60, pathTranslation: 'APPEND_PATH_TO_ADDRESS' },
      },
    },
    'x-google-backend': 'chancery',
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
  })
  expect(document).not.toHaveProperty('servers')
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, object>>>>
  const open = ['/email-events/{provider}', '/unsubscribe/{token}']
  expect(Object.keys(paths)).toEqual([...calls.map(({ name }) => `/${name}`), ...open])
  for (const [name, path] of Object.entries(paths)) {
    expect(Object.keys(path)).toEqual(['post'])
    const parameter = { name: /\{(.*)\}/.exec(name)?.[1], in: 'path', required: true }
    expect(path['post']).toMatchObject(
      open.includes(name) ? { security: [], parameters: [parameter] } : { security: [{ apiKey: [] }] },
    )
  }
  const ids = Object.values(paths).map(({ post }) => (post as { readonly operationId: string }).operationId)
  expect(new Set(ids).size).toBe(calls.length + open.length)
  // Bare: what the gateway does not check it does not have to understand.
  expect(JSON.stringify(document)).not.toContain('$ref')
})

it('sends an operation to the function of its own, whose calls are for it, or for all alike', () => {
  const own = { ...settings, ownAddresses: new Map([['send-email', 'https://mail.run.app']]) }
  const backendOf = (document: unknown, name: string): unknown =>
    (document as { paths: Record<string, { post: Record<string, unknown> }> }).paths[`/${name}`]?.post[
      'x-google-backend'
    ]
  const document = gatewayDocument(calls, own)
  expect(backendOf(document, 'send-email')).toBe('send-email')
  expect(backendOf(document, 'store-document')).toBeUndefined()
  const backends = (audience?: string): unknown =>
    gatewayDocument(calls, audience === undefined ? own : { ...own, audience })['x-google-api-management']
  const mail = { address: 'https://mail.run.app', jwtAudience: 'https://mail.run.app', deadline: 60 }
  expect(backends()).toMatchObject({ backends: { 'send-email': mail } })
  expect(backends('ours')).toMatchObject({
    backends: { chancery: { jwtAudience: 'ours' }, 'send-email': { ...mail, jwtAudience: 'ours' } },
  })
})

it('has the gateway’s own address where it is known', () => {
  expect(gatewayDocument(calls, { ...settings, gateway: 'https://paperwork.example.org' })).toMatchObject({
    servers: [{ url: 'https://paperwork.example.org', 'x-google-endpoint': {} }],
  })
})
