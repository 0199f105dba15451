import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProviderApi, ProviderCallFault } from './provider-api.ts'

const change = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'
let answer: (response: ServerResponse) => void
let calls = 0
let baseUrl: string
const server = createServer((request, response) => {
  calls += 1
  request.resume().on('end', () => answer(response))
})
beforeEach(async () => {
  calls = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const call = { method: 'POST', path: '/send', headers: { authorization: 'canary' }, body: Buffer.from('{}') } as const
const ask = async (url = baseUrl, signal = new AbortController().signal) =>
  await createProviderApi({ baseUrl: url, timeoutMs: 500 })(call, signal).catch((error: unknown) => {
    if (error instanceof ProviderCallFault) return [error.reason, error.sent]
    throw error
  })

describe('a call of a provider', () => {
  it('tells what was answered', async () => {
    answer = (to) => to.writeHead(202, { 'X-Message-Id': '1' }).end('taken')
    expect(await ask()).toMatchObject({ status: 202, headers: { 'x-message-id': '1' }, body: 'taken' })
  })

  it.each<[string, (to: ServerResponse) => void, unknown]>([
    ['silence', () => {}, ['timeout', true]],
    ['a close', (to) => to.socket?.destroy(), ['broken', true]],
    ['half of the headers', (to) => to.socket?.end('HTTP/1.1 202 Acc'), ['broken', true]],
    ['what is no HTTP', (to) => to.socket?.end('220 mail.example ESMTP\r\n'), ['broken', true]],
    ['a change to another protocol', (to) => to.socket?.write(change), ['broken', true]],
    ['too many headers', (to) => to.writeHead(200, { a: 'b'.repeat(20_000) }).end(), ['broken', true]],
  ])('is made once, and says of %s that it may have arrived', async (_, how, told) => {
    answer = how
    expect(await ask()).toEqual(told)
    expect(calls).toBe(1)
  })

  it.each<[string, (to: ServerResponse) => void]>([
    ['breaks off', (to) => void to.writeHead(202, { 'content-length': '9' }).write('{', () => to.socket?.destroy())],
    ['hangs', (to) => void to.writeHead(202, { 'content-length': '9' }).write('{')],
    ['has no end', (to) => to.writeHead(202).end(Buffer.alloc(1024 * 1024 + 1))],
  ])('knows the status of an answer that %s', async (_, how) => {
    answer = how
    const told = await ask()
    expect(told).toMatchObject({ status: 202 })
    expect(told).not.toHaveProperty('body')
  })

  it('follows no redirect', async () => {
    answer = (to) => to.writeHead(307, { location: '/elsewhere' }).end()
    expect(await ask()).toMatchObject({ status: 307 })
    expect(calls).toBe(1)
  })

  it('says of a caller who leaves whether it may have arrived', async () => {
    expect(await ask(baseUrl, AbortSignal.abort())).toEqual(['cancelled', false])
    const controller = new AbortController()
    answer = () => controller.abort()
    expect(await ask(baseUrl, controller.signal)).toEqual(['cancelled', true])
  })

  it('is not made where nobody listens', async () => {
    expect(await ask('http://127.0.0.1:9')).toEqual(['unreachable', false])
  })

  it('does not reach a private address, unless an operator says so', async () => {
    let connections = 0
    const counted = (): unknown => (connections += 1)
    server.on('connection', counted)
    // 127.0.0.1, but not as the address of a stand-in is written.
    const url = baseUrl.replace('http://127.0.0.1', 'https://[::ffff:127.0.0.1]')
    expect(await ask(url)).toEqual(['unreachable', false])
    expect(connections).toBe(0)
    const own = createProviderApi({ baseUrl: url, timeoutMs: 500, allowPrivateAddresses: true })
    await expect(own(call, new AbortController().signal)).rejects.toMatchObject({ sent: false })
    expect(connections).toBe(1)
    server.off('connection', counted)
  })

  it('goes over TLS, but on this machine', () => {
    for (const url of ['http://api.example.com', 'ftp://x', 'no address', 'http://127.0.0.1.evil.example']) {
      expect(() => createProviderApi({ baseUrl: url, timeoutMs: 1 })).toThrow(/https/)
    }
  })
})
