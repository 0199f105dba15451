import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { http } from '@google-cloud/functions-framework'
import { getTestServer } from '@google-cloud/functions-framework/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addressOf, ownFrameworkServer } from './framework-server.ts'

let ready: Server | undefined
const server = ((): ReturnType<typeof getTestServer> => {
  ownFrameworkServer((own) => (ready = own))
  http('echo', async (request, response) => {
    const address = addressOf(request)
    response.end(`${request.method} ${address} ${await text(request)}`)
  })
  return getTestServer('echo')
})()
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve())))
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

const port = (): number => (server.address() as AddressInfo).port

async function told(request: string): Promise<string> {
  const socket = connect(port(), '127.0.0.1')
  socket.write(request)
  const answer = await text(socket)
  socket.destroy()
  return answer
}

it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
  'a body of %s comes as it was sent',
  async (type) => {
    const post = (body: string | ReadableStream): Promise<Response> =>
      fetch(`http://127.0.0.1:${port()}/a`, { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' })
    expect(await (await post('{x')).text()).toBe('POST /a {x')
    expect(await (await post(new Blob(['{"a":', '1}']).stream())).text()).toBe('POST /a {"a":1}')
  },
)

it.each(['/%ff', '/a%zz', '/favicon.ico', '/robots.txt', '//a/', '/a?b[c]=1', '*'])(
  'an address is the function’s to answer, whatever it is: %s',
  async (address) => {
    const answer = await told(`OPTIONS ${address} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain(`OPTIONS ${address} `)
  },
)

it.each([
  ['no HTTP', 'NONSENSE\r\n\r\n', 400, 'malformed_http'],
  ['two hosts', 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n', 400, 'malformed_http'],
  ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'malformed_http'],
  ['long headers', `GET / HTTP/1.1\r\nhost: ${'a'.repeat(17_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'method_not_allowed'],
  ['another expectation', 'GET / HTTP/1.1\r\nhost: a\r\nexpect: more\r\n\r\n', 417, 'expectation_failed'],
  ['another version', 'GET / HTTP/2.0\r\nhost: a\r\n\r\n', 505, 'http_version_not_supported'],
])('%s is refused as by the server', async (_, request, status, code) => {
  const answer = await told(request)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(answer).toContain(`"code":"${code}"`)
})

it('its end is the function’s', async () => {
  if (ready === undefined) await once(server, 'listening')
  expect(ready).toBe(server)
})
