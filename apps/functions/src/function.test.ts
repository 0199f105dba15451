import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { responseHeaders } from '@chancery/wiring'
import { reportConfiguration, sharedFunctions } from './function.ts'

const handle = sharedFunctions().handler('get-folder-directories')
const server = createServer((request, response) => void handle(request, response))
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => void server.close())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const post = (): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

it('keeps a wrong configuration to the log, and starts as soon as it is right and what it stands on is there', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const name of ['STORES', 'TRANSPORTS', 'STATE']) vi.stubEnv(`CHANCERY_${name}`, 'memory')
  vi.stubEnv('CHANCERY_LOG', 'off')
  vi.stubEnv('CHANCERY_KEY_SECRET', 'k'.repeat(44))
  vi.stubEnv('CHANCERY_LOCALE', 'no locale')
  const refused = await post()
  expect([refused.status, refused.headers.get('content-type')]).toEqual([500, 'application/problem+json'])
  expect(Object.fromEntries(refused.headers)).toMatchObject(responseHeaders)
  const problem = await refused.text()
  expect(JSON.parse(problem)).toMatchObject({ code: 'internal', status: 500, retryable: false })
  expect(problem).not.toMatch(/CHANCERY_|locale/i)
  expect(logged).toHaveBeenCalledWith(expect.stringContaining('CHANCERY_LOCALE: Must be a BCP 47 tag.'))
  vi.stubEnv('CHANCERY_LOCALE', 'de')
  vi.stubEnv('CHANCERY_STATE', 'postgres')
  vi.stubEnv('CHANCERY_DATABASE_URL', 'postgres://clerk:hunter2@127.0.0.1:1/paperwork')
  const away = await post()
  expect(away.status).toBe(503)
  const said = await away.text()
  expect(JSON.parse(said)).toMatchObject({ code: 'provider_unavailable', status: 503, retryable: true })
  expect(said + JSON.stringify(logged.mock.calls)).not.toContain('hunter2')
  vi.stubEnv('CHANCERY_STATE', 'memory')
  expect((await post()).status).toBe(401)
})

it('tells the log what is wrong as soon as it is loaded, all of it by name, and no secret', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubEnv('FUNCTION_TARGET', 'chancery')
  vi.stubEnv('CHANCERY_KEY_SECRET', 'hunter2')
  vi.stubEnv('CHANCERY_STORES', 'gcs')
  expect(reportConfiguration()).toBe(false)
  expect(logged).toHaveBeenCalledTimes(1)
  const line = String(logged.mock.calls[0]?.[0])
  expect(JSON.parse(line)).toMatchObject({ severity: 'ERROR' })
  for (const name of ['KEY_SECRET', 'GCS_BUCKET', 'STATE', 'TRANSPORTS']) expect(line).toContain(`CHANCERY_${name}: `)
  expect(line).not.toContain('hunter2')
  vi.stubEnv('CHANCERY_EPHEMERAL', 'allow')
  vi.stubEnv('CHANCERY_KEY_SECRET', 'k'.repeat(32))
  vi.stubEnv('CHANCERY_GCS_BUCKET', 'bucket')
  expect(reportConfiguration()).toBe(true)
  expect(logged).toHaveBeenCalledTimes(1)
})
