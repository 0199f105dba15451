import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { http } from '@google-cloud/functions-framework'
import { getTestServer } from '@google-cloud/functions-framework/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leaveBodiesUnread } from './unread-bodies.ts'

const server = ((): ReturnType<typeof getTestServer> => {
  leaveBodiesUnread()
  http('echo', async (request, response) => void response.end(await text(request)))
  return getTestServer('echo')
})()
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
  'the framework hands a body of %s on as it came',
  async (type) => {
    const { port } = server.address() as AddressInfo
    const post = (body: string | ReadableStream): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' })
    expect(await (await post('{x')).text()).toBe('{x')
    expect(await (await post(new Blob(['{"a":', '1}']).stream())).text()).toBe('{"a":1}')
  },
)
