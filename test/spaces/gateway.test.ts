import { gatewayKeyId } from '@chancery/http'
import { createHttpService, readConfiguration } from '@chancery/wiring'
import { afterAll, describe, expect, it } from 'vitest'
import { startFakeGateway } from '../fixtures/fake-gateway.ts'
import { base64 } from './spaced-service.ts'

const keySecret = 's'.repeat(32)
const gateway = await startFakeGateway()
afterAll(() => gateway.stop())

/** What a caller with each key finds, of a document that the first one stored. */
async function found(settings: Readonly<Record<string, string>>, keys: readonly string[]): Promise<readonly number[]> {
  const { app, composition } = createHttpService(
    readConfiguration({
      CHANCERY_STORES: 'memory',
      CHANCERY_TRANSPORTS: 'memory',
      CHANCERY_STATE: 'memory',
      CHANCERY_SAFETY: 'inline',
      CHANCERY_LOG: 'off',
      ...gateway.settings,
      CHANCERY_KEY_SECRET: keySecret,
      ...settings,
    }),
  )
  const call = (key: string, operation: string, input: object) =>
    app.request(`/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...gateway.headers(), 'x-api-key': key },
      body: JSON.stringify(input),
    })
  const document = { content: base64('Dear Ada') }
  expect((await call(keys[0] ?? '', 'store-document', { document, path: 'a.txt' })).status).toBe(200)
  const statuses = []
  for (const key of keys) statuses.push((await call(key, 'extract-document', { document: { path: 'a.txt' } })).status)
  await composition.close()
  return statuses
}

describe('behind the gateway', () => {
  const keys = ['AIza-one', 'AIza-two', 'AIza-three']
  const [one, two, three] = keys.map((key) => gatewayKeyId(key, keySecret))

  it('all callers share a space, the common one or another', async () => {
    expect(await found({}, keys)).toEqual([200, 200, 200])
    expect(await found({ CHANCERY_SPACE: 'lisbon' }, keys)).toEqual([200, 200, 200])
  })

  it('keys have the spaces that they are given; one that has none is refused, or of the space of the rest', async () => {
    const spaces = `${one}=lisbon,${two}=common`
    expect(await found({ CHANCERY_GATEWAY_SPACES: spaces }, keys)).toEqual([200, 404, 403])
    expect(await found({ CHANCERY_GATEWAY_SPACES: spaces, CHANCERY_SPACE: 'lisbon' }, keys)).toEqual([200, 404, 200])
    expect(await found({ CHANCERY_GATEWAY_SPACES: `${spaces},${three}=lisbon` }, keys)).toEqual([200, 404, 200])
  })
})
