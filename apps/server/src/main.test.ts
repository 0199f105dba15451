import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let data: string
let child: ChildProcess | undefined
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'chancery-server-'))
})
afterEach(async () => {
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  child = undefined
  rmSync(data, { recursive: true, force: true })
})

interface Started {
  readonly address: string
  readonly key: string
  readonly text: string
  readonly log: () => string
}

async function start(options: { env?: Record<string, string>; args?: string[] } = {}): Promise<Started> {
  const args = options.args ?? ['--port', '0', '--data', data]
  const started = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = started
  let text = ''
  let log = ''
  started.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    started.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('"onConflict":"overwrite"}\'')) resolve()
    })
    started.once('exit', (code) => reject(new Error(`ended with ${code}: ${log}`)))
  })
  return {
    address: /address\s+(\S+)/.exec(text)?.[1] ?? '',
    key: /key\s+(\S+)/.exec(text)?.[1] ?? '',
    text,
    log: () => log,
  }
}

const store = (address: string, key: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${address}/store-document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
    body: JSON.stringify({ document: { content: 'c2VjcmV0LWNhbmFyeQ==', filename: 'a.txt' }, path: 'folder/a.txt' }),
  })

describe('npm start', () => {
  it('prints an address, a key, and a curl that works', async () => {
    const { address, key, text } = await start()
    expect(key).toMatch(/^chk_dev_/)
    const command = /curl[^]*?overwrite"\}'/.exec(text)?.[0] ?? ''
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

  it('keeps only a hash of the key, for the owner alone, and logs neither key nor document', async () => {
    const { address, key, log } = await start()
    expect((await store(address, key)).status).toBe(200)
    expect((await store(address, `${key}x`)).status).toBe(401)
    child?.kill('SIGTERM')
    await once(child!, 'exit')
    const secret = key.slice(key.lastIndexOf('chk_dev_') + 16)
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      const file = join(data, name)
      if (statSync(file).isFile()) expect(readFileSync(file, 'latin1').includes(secret), name).toBe(false)
    }
    expect(statSync(data).mode & 0o077).toBe(0)
    expect(log()).toContain('"store-document"')
    for (const canary of [key, secret, 'secret-canary', 'c2VjcmV0']) expect(log()).not.toContain(canary)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('ends by %s, its port and key with it', async (signal) => {
    const first = await start()
    const repeatable = { 'idempotency-key': 'k1' }
    expect((await store(first.address, first.key, repeatable)).status).toBe(200)
    child?.kill(signal)
    expect(await once(child!, 'exit')).toEqual([0, null])
    await expect(fetch(`${first.address}/healthz`)).rejects.toThrow()
    const second = await start()
    expect(second.key).not.toBe(first.key)
    expect((await store(second.address, first.key)).status).toBe(401)
    // The call that is repeated is the same one, though its key is fresh.
    expect((await store(second.address, second.key, repeatable)).headers.get('idempotency-replayed')).toBe('true')
  })

  it('answers what is no HTTP, or addressed to nobody, with a problem', async () => {
    const { address } = await start()
    const { port } = new URL(address)
    const answerTo = (request: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(request))
        let out = ''
        socket.on('data', (chunk) => (out += chunk.toString()))
        socket.on('close', () => resolve(out))
      })
    for (const request of [
      'GET / HTTP/1.1\r\nbad header\r\n\r\n',
      'POST /send-email HTTP/1.1\r\nhost: a b\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
      'GET /healthz HTTP/1.1\r\nhost: x/y@z\r\nconnection: close\r\n\r\n',
      'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n',
      'POST /send-email HTTP/1.1\r\nhost: x\r\nexpect: cake\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}',
    ]) {
      const answer = await answerTo(request)
      expect(answer).toMatch(/^HTTP\/1\.1 4(?:00|17) /)
      expect(answer).toContain('application/problem+json')
    }
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
  })

  it('says what is wrong with the configuration, all of it', async () => {
    await expect(start({ env: { CHANCERY_STORES: 'tape', CHANCERY_LOCALE: 'x' } })).rejects.toThrow(
      /CHANCERY_STORES[^]*/,
    )
    await expect(start({ args: ['--prot', '1'] })).rejects.toThrow(/--host --port --data/)
  })

  it('finishes what runs before it ends', async () => {
    const { address, key } = await start()
    const running = Array.from({ length: 4 }, () => store(address, key).then(({ status }) => status))
    // As soon as one is answered the others are under way.
    await Promise.race(running)
    child?.kill('SIGTERM')
    expect(new Set(await Promise.all(running))).toEqual(new Set([200]))
    expect(await once(child!, 'exit')).toEqual([0, null])
  })
})
