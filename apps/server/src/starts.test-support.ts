import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ServerProcess, type StartOptions, serverProcesses } from './server-process.test-support.ts'

/** Servers for each test of a file, which end with it. @returns what is there while a test runs */
export function serversOfTests() {
  let servers: ReturnType<typeof serverProcesses>
  beforeEach(() => {
    servers = serverProcesses()
  })
  afterEach(() => servers.end())
  return {
    /** The folder in which they keep what they keep. */
    data: (): string => servers.data,
    start: (options?: StartOptions): Promise<ServerProcess> => servers.start(options),
  }
}

type Servers = ReturnType<typeof serversOfTests>

/** Stores a document by a call over HTTP. */
export const store = (
  address: string,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${address}/store-document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: JSON.stringify({ document: { content: 'c2VjcmV0LWNhbmFyeQ==', filename: 'a.txt' }, path: 'folder/a.txt' }),
  })

/** What comes back on a connection until it is closed. */
export const answerTo = (socket: Socket, request: string): Promise<string> =>
  new Promise((resolve) => {
    let out = ''
    socket.on('data', (chunk) => (out += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(out))
    socket.write(request)
  })

/** A call as it is written to a connection. */
export const stored = (key: string, path: string): string => {
  const body = JSON.stringify({ document: { content: 'c2VjcmV0LWNhbmFyeQ==', filename: 'a.txt' }, path })
  return `POST /store-document HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** That a start ends by each of these signals, and its key with it. */
export function endsBy({ start }: Servers, signals: readonly NodeJS.Signals[]): void {
  it.each(signals)('ends by %s, its port and key with it', async (signal) => {
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
}

/** That each of these signals lets a call be answered first. */
export function answersBeforeItEnds({ start }: Servers, signals: readonly NodeJS.Signals[]): void {
  it.each(signals)('ends by %s when the call is answered that is under way', async (signal) => {
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
  })
}

/** Starts that make no key, by what they are. */
const keyless = [
  ['the bundle', { entry: 'serve.ts' }],
  ['the bundle, live', { entry: 'serve.ts', env: { CHANCERY_ENVIRONMENT: 'live' } }],
  ['npm start, live', { entry: 'start.ts', env: { CHANCERY_ENVIRONMENT: 'live' } }],
  [
    'the bundle with its state in memory',
    { entry: 'serve.ts', env: { CHANCERY_STATE: 'memory', CHANCERY_KEY_SECRET: 'x'.repeat(32) } },
  ],
] as const

/** That these starts make no key, and say how to make one. @param isTried which */
export function makesNoKey({ start, data }: Servers, isTried: (start: string) => boolean): void {
  it.each(keyless.filter(([name]) => isTried(name)))(
    'are not made by %s, which says how to make one',
    async (_, options) => {
      const { text, log, address, child } = await start(options)
      expect(text() + log()).not.toContain('chk_')
      expect(text()).toMatch(/^ {2}key {6}none\b.*(?:keys(?: --|\.js) create|CHANCERY_API_KEY)/m)
      expect((await store(address, 'chk_dev_none')).status).toBe(401)
      child.kill('SIGTERM')
      await once(child, 'exit')
      for (const name of readdirSync(data(), { recursive: true, encoding: 'utf8' })) {
        const file = join(data(), name)
        if (statSync(file).isFile()) expect(readFileSync(file, 'latin1'), name).not.toContain('"development"')
      }
    },
  )
}

/** What `npm test` starts: the bundle as it is, and what makes keys elsewhere. */
export const isUsual = (start: string): boolean => start === 'the bundle' || start === 'npm start, live'
