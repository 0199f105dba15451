import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { issueApiKey } from '@chancery/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, type StartOptions, serverProcesses } from './server-process.test-support.ts'
import { serverProgram } from './server-program.test-support.ts'

let servers: ReturnType<typeof serverProcesses>
beforeEach(() => {
  servers = serverProcesses()
})
afterEach(() => servers.end())
const start = (options?: StartOptions): Promise<ServerProcess> => servers.start(options)

const store = (address: string, key: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${address}/store-document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: JSON.stringify({ document: { content: 'c2VjcmV0LWNhbmFyeQ==', filename: 'a.txt' }, path: 'folder/a.txt' }),
  })

/** What comes back on a connection until it is closed. */
const answerTo = (socket: Socket, request: string): Promise<string> =>
  new Promise((resolve) => {
    let out = ''
    socket.on('data', (chunk) => (out += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(out))
    socket.write(request)
  })

const stored = (key: string, path: string): string => {
  const body = JSON.stringify({ document: { content: 'c2VjcmV0LWNhbmFyeQ==', filename: 'a.txt' }, path })
  return `POST /store-document HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

describe('npm start', () => {
  it('prints an address, a key, and a curl that works', async () => {
    const { address, key, text } = await start({ entry: 'start.ts' })
    expect(key).toMatch(/^chk_dev_/)
    const command = /curl[^]*?overwrite"\}'/.exec(text())?.[0] ?? ''
    const answer = await new Promise<string>((resolve) => {
      const shell = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] })
      let out = ''
      shell.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
      shell.on('close', () => resolve(out))
    })
    expect(JSON.parse(answer)).toMatchObject({ data: { created: true, document: { path: 'hello.txt' } } })
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${address}/docs`)).text()).toContain('store-document')
  })

  it('answers for its health on a port of its own, where one is set', async () => {
    const { text, child } = await start({ env: { CHANCERY_HEALTH_PORT: '0' } })
    const health = /health\s+(\S+)/.exec(text())?.[1] ?? ''
    expect(await (await fetch(health)).json()).toEqual({ status: 'ok' })
    expect((await fetch(health.replace('healthz', 'readyz'))).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('keeps only a hash of the key, for the owner alone, and logs neither key nor document', async () => {
    // As `mkdir -p` and systemd make it.
    chmodSync(servers.data, 0o755)
    const { address, key, log, child } = await start()
    expect((await store(address, key)).status).toBe(200)
    expect((await store(address, `${key}x`)).status).toBe(401)
    child.kill('SIGTERM')
    await once(child, 'exit')
    const { data } = servers
    const secret = key.slice(key.lastIndexOf('chk_dev_') + 16)
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      const file = join(data, name)
      if (statSync(file).isFile()) expect(readFileSync(file, 'latin1').includes(secret), name).toBe(false)
      expect(statSync(file).mode & 0o077, name).toBe(0)
    }
    expect(log()).toContain('"store-document"')
    for (const canary of [key, secret, 'secret-canary', 'c2VjcmV0']) expect(log()).not.toContain(canary)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends by %s, its port and key with it', async (signal) => {
    const first = await start()
    const repeatable = { 'idempotency-key': 'k1' }
    expect((await store(first.address, first.key, repeatable)).status).toBe(200)
    first.child.kill(signal)
    expect(await once(first.child, 'exit')).toEqual([0, null])
    await expect(fetch(`${first.address}/healthz`)).rejects.toThrow()
    const second = await start()
    expect(second.key).not.toBe(first.key)
    expect((await store(second.address, first.key)).status).toBe(401)
    // The call that is repeated is the same one, though its key is fresh.
    expect((await store(second.address, second.key, repeatable)).headers.get('idempotency-replayed')).toBe('true')
  })

  it.each(['SIGHUP', 'SIGQUIT', 'SIGUSR2'] as const)(
    'ends by %s when the call is answered that is under way',
    async (signal) => {
      const { child, port, key } = await start()
      const socket = connect(port, '127.0.0.1')
      const request = stored(key, 'a.txt')
      const answer = answerTo(socket, request.slice(0, -10))
      // The service has read the first part when it answers a later connection.
      await fetch(`http://127.0.0.1:${port}/healthz`)
      child.kill(signal)
      socket.write(request.slice(-10))
      expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(await once(child, 'exit')).toEqual([0, null])
    },
  )

  it('opens no debugger by SIGUSR1', async () => {
    const { child, address, log } = await start()
    child.kill('SIGUSR1')
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(log()).not.toContain('ebugger')
  })

  it('answers what is no HTTP, or addressed to nobody, with a problem', async () => {
    const { address, port } = await start()
    for (const request of [
      'GET / HTTP/1.1\r\nbad header\r\n\r\n',
      'POST /send-email HTTP/1.1\r\nhost: a b\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
      'GET /healthz HTTP/1.1\r\nhost: x/y@z\r\nconnection: close\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n',
      'POST /send-email HTTP/1.1\r\nhost: x\r\nexpect: cake\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
    ]) {
      const answer = await answerTo(connect(port, '127.0.0.1'), request)
      expect(answer).toMatch(/^HTTP\/1\.1 4(?:00|17) /)
      expect(answer).toContain('application/problem+json')
    }
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })

  it('echoes no request: TRACE is refused', async () => {
    const { port } = await start()
    for (const path of ['/send-email', '/docs', '/']) {
      const request = `TRACE ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: canary\r\nconnection: close\r\n\r\n`
      const answer = await answerTo(connect(port, '127.0.0.1'), request)
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
      expect(answer).not.toContain('canary')
    }
  })

  it('says what is wrong with the configuration, all of it', async () => {
    await expect(start({ env: { CHANCERY_STORES: 'tape', CHANCERY_LOCALE: 'x' } })).rejects.toThrow(
      /CHANCERY_STORES[^]*/,
    )
    await expect(start({ args: ['--prot', '1'] })).rejects.toThrow(/--host --port --data --development-key/)
    await expect(start({ env: { CHANCERY_URL_HOSTS: '*' } })).rejects.toThrow(
      /CHANCERY_URL_HOSTS: Must be hosts[^\n]*\n$/,
    )
    // An address that no machine has (RFC 5737).
    await expect(start({ args: ['--host', '192.0.2.1'] })).rejects.toThrow(/no listening here \(EADDRNOTAVAIL\)/)
  })

  it('does not start with what would be lost, or with half a secret', async () => {
    await expect(start({ env: { K_SERVICE: 'chancery' } })).rejects.toThrow(
      /ended with 1: [^]*CHANCERY_STATE: sqlite[^]*CHANCERY_STORES: local[^]*CHANCERY_TRANSPORTS: outbox/,
    )
    writeFileSync(join(servers.data, 'key-secret'), 'a1b2')
    await expect(start()).rejects.toThrow(/ended with 1: [^]*CHANCERY_DATA: the file key-secret/)
  })

  it('finishes what runs before it ends', async () => {
    const { address, key, child } = await start()
    const running = Array.from({ length: 4 }, () => store(address, key).then(({ status }) => status))
    // As soon as one is answered the others are under way.
    await Promise.race(running)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    expect(new Set(await Promise.all(running))).toEqual(new Set([200]))
    expect(await exit).toEqual([0, null])
  })

  it('answers what was sent before it was asked to end, taken from the system or not', async () => {
    const { port, key, child } = await start({ env: { CHANCERY_CONCURRENCY: '64' } })
    const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const late = stored(key, 'late.txt')
    const partly = connect(port, '127.0.0.1')
    await once(partly, 'connect')
    partly.write(late.slice(0, -20))
    // Stopped, it takes nothing: new connections and all requests wait in the system.
    child.kill('SIGSTOP')
    const more = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
    const answers = [...sockets, ...more].map((socket, index) => answerTo(socket, stored(key, `${index}.txt`)))
    await Promise.all(more.map((socket) => socket.connecting && once(socket, 'connect')))
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    child.kill('SIGCONT')
    const lateAnswer = answerTo(partly, late.slice(-20))
    for (const answer of [...(await Promise.all(answers)), await lateAnswer]) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    }
    expect(await exit).toEqual([0, null])
  })

  it('finishes documents that are read when Ctrl-C is pressed in its terminal', async () => {
    const { address, key, child, pid } = await start({ detached: true })
    /** Settles when it is sent; the answer comes later. */
    const send = async (rows: number): Promise<{ readonly status: Promise<number | undefined> }> => {
      const content = Buffer.from(`name,email\n${'a,a@example.com\n'.repeat(rows)}`).toString('base64')
      const request = httpRequest(`${address}/extract-document`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
      })
      const status = new Promise<number | undefined>((resolve, reject) => {
        request.once('error', reject)
        request.once('response', (response) => response.resume().once('end', () => resolve(response.statusCode)))
      })
      await new Promise<void>((resolve) =>
        request.end(JSON.stringify({ document: { content, filename: 'a.csv' } }), resolve),
      )
      return { status }
    }
    expect(await (await send(1)).status).toBe(200)
    const sent = await Promise.all([send(25_000), send(25_000)])
    // Most often they are in the children then; the server answers what was sent, wherever it is.
    await new Promise((resolve) => setTimeout(resolve, 200))
    // Listened for before: it ends as soon as it has answered.
    const exit = once(child, 'exit')
    // As a terminal does: to all processes of the group.
    process.kill(-pid, 'SIGINT')
    expect(await Promise.all(sent.map(({ status }) => status))).toEqual([200, 200])
    expect(await exit).toEqual([0, null])
  })
})

describe('keys at a start', () => {
  const configured = issueApiKey(
    { name: 'configured', environment: 'live', operations: '*', createdAt: '2026-01-01T00:00:00Z' },
    'x'.repeat(32),
  ).key

  it.each([
    ['the bundle', { entry: 'serve.ts' }],
    ['the bundle, live', { entry: 'serve.ts', env: { CHANCERY_ENVIRONMENT: 'live' } }],
    ['npm start, live', { entry: 'start.ts', env: { CHANCERY_ENVIRONMENT: 'live' } }],
    [
      'the bundle with its state in memory',
      { entry: 'serve.ts', env: { CHANCERY_STATE: 'memory', CHANCERY_KEY_SECRET: 'x'.repeat(32) } },
    ],
  ] as const)('are not made by %s, which says how to make one', async (_, options) => {
    const { text, log, address, child } = await start(options)
    expect(text() + log()).not.toContain('chk_')
    expect(text()).toMatch(/^ {2}key {6}none\b.*(?:keys(?: --|\.js) create|CHANCERY_API_KEY)/m)
    expect((await store(address, 'chk_dev_none')).status).toBe(401)
    child.kill('SIGTERM')
    await once(child, 'exit')
    for (const name of readdirSync(servers.data, { recursive: true, encoding: 'utf8' })) {
      const file = join(servers.data, name)
      if (statSync(file).isFile()) expect(readFileSync(file, 'latin1'), name).not.toContain('"development"')
    }
  })

  it('are made by the bundle where it is asked, and only for development', async () => {
    const { key, address } = await start({ entry: 'serve.ts', args: ['--development-key'] })
    expect((await store(address, key)).status).toBe(200)
    const live = start({ entry: 'serve.ts', args: ['--development-key'], env: { CHANCERY_ENVIRONMENT: 'live' } })
    await expect(live).rejects.toThrow(/ended with 1: [^]*--development-key: .*keys(?: --|\.js) create/)
  })

  it.each(['start.ts', 'serve.ts'] as const)('that are configured are never printed: %s', async (entry) => {
    const { text, log, address, child } = await start({ entry, env: { CHANCERY_API_KEY: configured } })
    expect((await store(address, configured)).status).toBe(200)
    expect(text()).toContain('"x-api-key: $CHANCERY_API_KEY"')
    child.kill('SIGTERM')
    await once(child, 'exit')
    const secret = configured.slice(-20)
    expect(text() + log()).not.toContain(secret)
  })

  it('that keys create has made are mentioned, not shown', async () => {
    const made = spawnSync(
      process.execPath,
      [serverProgram('keys.ts'), 'create', '--name', 'office', '--data', servers.data],
      { encoding: 'utf8', env: childEnvironment },
    )
    const key = /^key\s+(\S+)$/m.exec(made.stdout)?.[1] ?? ''
    const { text, address } = await start({ entry: 'serve.ts' })
    expect(text()).toMatch(/^ {2}key {6}one that /m)
    expect((await store(address, key)).status).toBe(200)
  })
})
