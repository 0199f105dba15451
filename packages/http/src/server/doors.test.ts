import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { responseHeaders } from '../answer/security-headers.ts'
import { httpServer, type ServerLimits } from './doors.ts'

let server: Server | undefined
let sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  server?.closeAllConnections()
  server?.close()
})

interface Caller {
  readonly socket: Socket
  text(): string
  readonly closed: Promise<unknown>
}

async function call(text: string, answer: RequestListener, limits: Partial<ServerLimits> = {}): Promise<Caller> {
  server = httpServer(answer, { connections: { most: 100, mostOfAddress: 100 }, ...limits })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (received += chunk.toString()))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(text)
  return { socket, text: () => received, closed }
}

const takesAll: RequestListener = (request, response) => {
  let length = 0
  request.on('data', (chunk: Buffer) => (length += chunk.length)).on('end', () => response.end(`took ${length}`))
}
const isReached = (): never => {
  throw new Error('It came through.')
}

describe('a request that others could read differently', () => {
  it.each([
    ['two `Host` lines', 'GET / HTTP/1.1\r\nhost: a\r\nHost: a\r\n\r\n', 400, 'malformed_http'],
    ['no `Host` line', 'GET / HTTP/1.1\r\n\r\n', 400, 'malformed_http'],
    [
      'an unknown coding',
      'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      501,
      'transfer_coding_not_supported',
    ],
    [
      'an outdated coding',
      'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: identity, chunked\r\n\r\n0\r\n\r\n',
      501,
      'transfer_coding_not_supported',
    ],
    [
      'codings in two lines',
      'POST / HTTP/1.1\r\nhost: a\r\nTransfer-Encoding: gzip\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      501,
      'transfer_coding_not_supported',
    ],
    [
      'chunks in HTTP/1.0',
      'POST / HTTP/1.0\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_http',
    ],
    ['another version', 'GET / HTTP/2.0\r\nhost: a\r\n\r\n', 505, 'http_version_not_supported'],
    ['an old version', 'GET / HTTP/0.9\r\nhost: a\r\n\r\n', 505, 'http_version_not_supported'],
    ['a version that is none', 'GET / HTTP/7.3\r\nhost: a\r\n\r\n', 505, 'http_version_not_supported'],
    ['lines without CR', 'GET / HTTP/1.1\nhost: a\n\n', 505, 'http_version_not_supported'],
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org\r\n\r\n', 405, 'method_not_allowed'],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'malformed_http',
    ],
    ['long headers', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(17_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [
      'another expectation',
      'POST / HTTP/1.1\r\nhost: a\r\nexpect: more\r\ncontent-length: 1\r\n\r\n',
      417,
      'expectation_failed',
    ],
    ['no HTTP', 'NONSENSE\r\n\r\n', 400, 'malformed_http'],
  ])('is refused: %s', async (_, text, status, code) => {
    const caller = await call(text, isReached)
    await caller.closed
    expect(caller.text()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(caller.text()).toMatch(/\r\nconnection: close\r\n/i)
    expect(caller.text()).toMatch(new RegExp(`"status":${status},"detail":"[^"]+","code":"${code}","retryable":false`))
    expect(caller.text()).toContain(`"type":"/docs/problems/${code}"`)
    for (const header of [...Object.entries(responseHeaders), ['cache-control', 'no-store']])
      expect(caller.text()).toContain(`\r\n${header.join(': ')}\r\n`)
    expect(caller.text().match(/HTTP\/1\.1 \d/g)).toHaveLength(1)
  })

  it.each([
    ['chunks', 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: Chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n'],
    ['a length', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\nab'],
    ['HTTP/1.0', 'POST / HTTP/1.0\r\ncontent-length: 2\r\n\r\nab'],
  ])('is not one with %s', async (_, text) => {
    const caller = await call(text, takesAll)
    await expect.poll(caller.text).toMatch(/^HTTP\/1\.1 200 [\s\S]*took 2/)
  })
})

describe('what comes behind a request on its connection', () => {
  const good = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\nab'
  const statuses = (text: string): readonly string[] =>
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)

  it('and is no HTTP is answered after it, not in its place', async () => {
    let end: (() => void) | undefined
    const caller = await call(`${good}${good}NONSENSE\r\n\r\n`, (request, response) => {
      request.resume()
      if (end === undefined) end = () => response.end('first')
      else response.end('second')
    })
    await expect.poll(() => end).toBeDefined()
    for (let more = 0; more < 20; more++) caller.socket.write('NONSENSE\r\n\r\n')
    expect(caller.text()).toBe('')
    end?.()
    await caller.closed
    expect(statuses(caller.text())).toEqual(['200', '200', '400'])
    expect(caller.text()).toMatch(/first[^]*second[^]*"status":400/)
  })

  it('as its body, when it has its answer, gets no other', async () => {
    const head = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n'
    const caller = await call(head, (_request, response) => response.writeHead(401).end('no'))
    await expect.poll(caller.text).toContain('401')
    caller.socket.write('no chunk\r\n')
    await caller.closed
    expect(statuses(caller.text())).toEqual(['401'])
  })

  it('as a body of an unknown coding is no request', async () => {
    let reached = 0
    const head = 'POST / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: xchunked\r\n\r\n'
    const caller = await call(`${head}${good}`, (_request, response) => void (reached++, response.end()))
    await caller.closed
    expect([statuses(caller.text()), reached]).toEqual([['501'], 0])
  })

  it('is not worked on when that was refused', async () => {
    let reached = 0
    const twoHosts = 'POST / HTTP/1.1\r\nhost: a\r\nhost: b\r\ncontent-length: 0\r\n\r\n'
    const caller = await call(`${twoHosts}${good}`, (_request, response) => void (reached++, response.end()))
    await caller.closed
    expect([statuses(caller.text()), reached]).toEqual([['400'], 0])
  })
})

describe('headers that do not come', () => {
  it('in time are answered 408', async () => {
    const caller = await call('GET / HTTP/1.1\r\nhost: a\r\nx-half: ', isReached, { headersTimeout: 200 })
    await caller.closed
    expect(caller.text()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/)
  })

  it('at all end the connection without a word, which a request that is on its way would be told', async () => {
    const caller = await call('', isReached, { headersTimeout: 200 })
    await caller.closed
    expect(caller.text()).toBe('')
  })
})

describe('a caller that waits for 100', () => {
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 3\r\nexpect: 100-continue\r\n\r\n'

  it('is asked for the body when it is read, and can go on', async () => {
    let read: (() => void) | undefined
    const caller = await call(head, (request, response) => (read = () => takesAll(request, response)))
    await expect.poll(() => read).toBeDefined()
    expect(caller.text()).toBe('')
    read?.()
    await expect.poll(caller.text).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    caller.socket.write('abc')
    await expect.poll(caller.text).toMatch(/\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*took 3/)
    caller.socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n')
    read = undefined
    await expect.poll(() => read).toBeDefined()
  })

  it('is answered without, where nothing is read, and its connection ends', async () => {
    const caller = await call(head, (_request, response) => response.writeHead(401).end('no'), {
      linger: { ms: 50, silentMs: 50, bytes: 1000 },
    })
    await caller.closed
    expect(caller.text()).toMatch(/^HTTP\/1\.1 401 /)
    expect(caller.text()).not.toContain('100 Continue')
    expect(caller.text()).toMatch(/connection: close/i)
  })
})

describe('a body', () => {
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n'
  const bodyRate = { windowMs: 200, bytes: 100 }

  it.each([
    ['does not come', ''],
    ['stops', 'x'.repeat(5000)],
  ])('that %s ends its call and its connection', async (_, part) => {
    let aborted = false
    const caller = await call(
      head + part,
      (request, response) => {
        request.on('error', () => undefined).on('close', () => (aborted = true))
        takesAll(request, response)
      },
      { bodyRate },
    )
    await caller.closed
    expect(caller.text()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout","retryable":true/)
    await expect.poll(() => aborted).toBe(true)
  })

  it('that drips too slowly does too', async () => {
    const caller = await call(head, takesAll, { bodyRate })
    const drip = setInterval(() => caller.socket.write('x'), 20)
    await caller.closed
    clearInterval(drip)
    expect(caller.text()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('that waits for the service may wait', async () => {
    let answer: (() => void) | undefined
    const caller = await call(
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nab',
      (request, response) => (answer = () => takesAll(request, response)),
      { bodyRate },
    )
    await new Promise((resolve) => setTimeout(resolve, 3 * bodyRate.windowMs))
    answer?.()
    caller.socket.write('cd')
    await expect.poll(caller.text).toMatch(/took 4/)
  })

  it('that goes on behind its answer is read on, so that the answer is seen', async () => {
    const size = 8 * 1024 * 1024
    const caller = await call(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${size}\r\n\r\n`, (_request, response) =>
      response.writeHead(413, { connection: 'close' }).end('too large'),
    )
    // Reads only when all is sent, as many clients do.
    caller.socket.pause()
    const chunk = Buffer.alloc(64 * 1024)
    for (let sent = 0; sent < size; sent += chunk.length) {
      if (!caller.socket.write(chunk)) await Promise.race([once(caller.socket, 'drain'), caller.closed])
    }
    caller.socket.resume()
    await caller.closed
    expect(caller.text()).toMatch(/^HTTP\/1\.1 413 [\s\S]*too large/)
    expect(caller.socket.errored).toBeNull()
  })

  it('that goes on behind its answer is read on also where it had to wait until then', async () => {
    const size = 8 * 1024 * 1024
    let answer: (() => void) | undefined
    const caller = await call(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${size}\r\n\r\n`, (request, response) => {
      request.socket.once(
        'pause',
        () => (answer = () => response.writeHead(413, { connection: 'close' }).end('too large')),
      )
      request.once('readable', () => undefined)
    })
    caller.socket.pause()
    const chunk = Buffer.alloc(64 * 1024)
    const sending = (async () => {
      for (let sent = 0; sent < size; sent += chunk.length) {
        if (!caller.socket.write(chunk)) await Promise.race([once(caller.socket, 'drain'), caller.closed])
      }
      caller.socket.resume()
    })()
    await expect.poll(() => answer).toBeDefined()
    answer?.()
    await sending
    await caller.closed
    expect(caller.text()).toMatch(/^HTTP\/1\.1 413 [\s\S]*too large/)
    expect(caller.socket.errored).toBeNull()
  })

  it('that goes on behind its answer keeps its connection, which nobody is told to open again at once', async () => {
    const caller = await call('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nab', (_request, response) =>
      response.writeHead(429, { connection: 'close', 'content-length': 8 }).end('too many'),
    )
    await expect.poll(caller.text).toContain('too many')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(caller.socket.readableEnded).toBe(false)
    caller.socket.write('cd')
    await caller.closed
    expect(caller.socket.errored).toBeNull()
  })

  it('that goes on behind an answer whose connection stays is followed by the next request, whoever gave up on it', async () => {
    const caller = await call('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nab', (request, response) => {
      if (request.url === '/next') return response.end('answered')
      // As the adapter does after half a second.
      return response
        .once('finish', () => request.socket.destroySoon())
        .writeHead(429, { 'content-length': 8 })
        .end('too many')
    })
    await expect.poll(caller.text).toContain('too many')
    for (let sent = 0; sent < 2; sent++) {
      caller.socket.write('cdPOST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nab')
      await expect.poll(() => caller.text().split('too many')).toHaveLength(sent + 3)
    }
    caller.socket.write('cdPOST /next HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n')
    await expect.poll(caller.text).toContain('answered')
    expect(caller.text()).not.toMatch(/connection: close/i)
  })

  it('that goes on behind its answer is followed by the end, where the next answer says so', async () => {
    const caller = await call('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nab', (request, response) => {
      if (request.url === '/next') return response.writeHead(200, { connection: 'close' }).end('answered')
      return response.once('finish', () => request.socket.destroySoon()).end('too many')
    })
    await expect.poll(caller.text).toContain('too many')
    caller.socket.write('cdPOST /next HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\nx')
    await caller.closed
    expect(caller.text()).toContain('answered')
  })

  it('that goes on behind an answer without a length is told where that ends', async () => {
    const caller = await call('POST / HTTP/1.0\r\nhost: a\r\ncontent-length: 4\r\n\r\nab', (_request, response) => {
      response.writeHead(429)
      response.write('too ')
      response.end('many')
    })
    await caller.closed
    expect(caller.text()).toContain('too many')
  })

  it('that goes on behind its answer is waited for anew with each of its bytes', async () => {
    const caller = await call(
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 6\r\n\r\n',
      (_request, response) => response.writeHead(413, { connection: 'close' }).end('too large'),
      { linger: { ms: 60_000, silentMs: 400, bytes: 1000 } },
    )
    await expect.poll(caller.text).toContain('too large')
    for (let sent = 0; sent < 5; sent++) {
      await new Promise((resolve) => setTimeout(resolve, 150))
      expect(caller.socket.readableEnded).toBe(false)
      caller.socket.write('x')
    }
  })

  it.each([
    ['time', { ms: 100, silentMs: 60_000, bytes: 1e9 }],
    ['silence', { ms: 60_000, silentMs: 100, bytes: 1e9 }],
    ['bytes', { ms: 60_000, silentMs: 60_000, bytes: 1_000_000 }],
  ])('is not read on for ever: %s', async (what, linger) => {
    const caller = await call(
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000000\r\n\r\n',
      (_request, response) => response.writeHead(413, { connection: 'close' }).end('too large'),
      { linger },
    )
    const chunk = Buffer.alloc(what === 'time' ? 1 : 64 * 1024)
    const flow = setInterval(() => what === 'silence' || caller.socket.write(chunk), 5)
    await caller.closed
    clearInterval(flow)
    expect(caller.text()).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('an answer', () => {
  const answerRate = { windowMs: 200, bytes: 1000 }
  const size = 32 * 1024 * 1024
  const head = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'

  it.each([
    ['whole', (response: ServerResponse) => response.end(Buffer.alloc(size))],
    [
      'in pieces',
      (response: ServerResponse) => {
        const more = (): void =>
          void (response.write(Buffer.alloc(65_536)) ? setImmediate(more) : response.once('drain', more))
        more()
      },
    ],
  ])('that is not taken is thrown away: written %s', async (_, write) => {
    let closed: Promise<unknown> | undefined
    const caller = await call(
      '',
      (_request, response) => {
        closed = once(response, 'close')
        write(response)
      },
      { answerRate },
    )
    caller.socket.pause()
    caller.socket.write(head)
    await expect.poll(() => closed).toBeDefined()
    await closed
    caller.socket.resume()
    await caller.closed
    expect(caller.text().length).toBeLessThan(size)
  })

  it('that is taken with pauses is sent whole', { timeout: 90_000 }, async () => {
    // On a busy machine this process itself may take nothing for some hundred ms.
    const slowly = { answerRate: { windowMs: 2000, bytes: 1000 } }
    const caller = await call('', (_request, response) => response.end(Buffer.alloc(size)), slowly)
    let [length, chunks] = [0, 0]
    caller.socket.removeAllListeners('data').on('data', (chunk: Buffer) => {
      length += chunk.length
      if (++chunks % 7 !== 0) return
      caller.socket.pause()
      setTimeout(() => caller.socket.resume(), 50)
    })
    caller.socket.write(head)
    await expect.poll(() => length, { timeout: 60_000 }).toBeGreaterThan(size)
  })

  it('that the service takes its time to write is waited for', async () => {
    const caller = await call(
      head,
      (_request, response) => {
        response.write('a')
        setTimeout(() => response.end('late'), 3 * answerRate.windowMs)
      },
      { answerRate },
    )
    await expect.poll(caller.text).toMatch(/late/)
  })
})
