import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, serverProcesses } from './server-process.test-support.ts'

const limit = 100_000
let server: ServerProcess
const servers = serverProcesses()
const sockets: Socket[] = []
beforeAll(async () => {
  // A call waits for its slot for less than a body may stand still.
  const waits = { CHANCERY_CONCURRENCY: '4', CHANCERY_QUEUE_MS: '500' }
  server = await servers.start({ env: { CHANCERY_MAX_BODY_BYTES: String(limit), ...waits } })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => servers.end())

interface Caller {
  readonly socket: Socket
  text(): string
  readonly closed: Promise<unknown>
}

/** One call, whose headers say so many bytes. */
function call(headers: Readonly<Record<string, string>>, body: string | Buffer = ''): Caller {
  const socket = connect(server.port, '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (received += chunk.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const lines = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers })
  socket.write(`POST /store-document HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  socket.write(body)
  return { socket, text: () => received, closed }
}

const body = (path: string): string => JSON.stringify({ document: { content: 'aGk=' }, path })

describe('the doors of the service', () => {
  it('ask for a body after key and size', async () => {
    const waits = { expect: '100-continue', 'x-api-key': server.key }
    const text = body('asked.txt')
    const keyless = call({ expect: '100-continue', 'content-length': String(text.length) })
    const large = call({ ...waits, 'content-length': String(limit + 1) })
    const good = call({ ...waits, 'content-length': String(text.length) })
    await expect.poll(keyless.text).toMatch(/^HTTP\/1\.1 401 /)
    await expect.poll(large.text).toMatch(/^HTTP\/1\.1 413 /)
    await expect.poll(good.text).toMatch(/^HTTP\/1\.1 100 Continue/)
    good.socket.write(text)
    await expect.poll(good.text).toMatch(/HTTP\/1\.1 200 OK/)
    expect(keyless.text() + large.text()).not.toContain('100 Continue')
  })

  it.each([
    ['a length', { 'content-length': String(16 * 1024 * 1024) }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ])('show 413 to a caller who sends on, with %s', async (_, headers: Record<string, string>) => {
    const caller = call({ ...headers, 'x-api-key': server.key })
    // It reads when it has sent all.
    caller.socket.pause()
    const data = 'x'.repeat(64 * 1024)
    const chunk = 'content-length' in headers ? data : `${data.length.toString(16)}\r\n${data}\r\n`
    for (let sent = 0; sent < 16 * 1024 * 1024 && !caller.socket.destroyed; sent += data.length) {
      if (!caller.socket.write(chunk))
        await Promise.race([new Promise((resolve) => caller.socket.once('drain', resolve)), caller.closed])
    }
    caller.socket.resume()
    await expect.poll(caller.text).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"payload_too_large"/)
    expect(caller.socket.errored).toBeNull()
  })

  it('do not let unfinished bodies keep the calls of a key', async () => {
    const held = Array.from({ length: 4 }, () =>
      call({ 'x-api-key': server.key, 'content-length': '50000' }, '{"path":'),
    )
    const status = async (): Promise<number> => {
      const response = await fetch(`${server.address}/store-document`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': server.key, connection: 'close' },
        body: JSON.stringify({ document: { content: 'aGk=' }, path: 'held.txt', onConflict: 'overwrite' }),
      })
      await response.arrayBuffer()
      return response.status
    }
    await expect.poll(status).toBe(429)
    await expect.poll(status, { interval: 500 }).toBe(200)
    for (const caller of held) {
      await caller.closed
      expect(caller.text()).toMatch(/^HTTP\/1\.1 408 /)
    }
  })

  it('keep a place for callers that come all at once while it is busy', async () => {
    server.child.kill('SIGSTOP')
    try {
      const callers = Array.from({ length: 1000 }, () => call({ 'content-length': '0' }))
      // As long as it stands still, those without a place would only try again and again.
      await Promise.all(callers.map(({ socket }) => socket.connecting && once(socket, 'connect')))
    } finally {
      server.child.kill('SIGCONT')
    }
  })
})
