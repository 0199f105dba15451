import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { childEnvironment } from '@chancery/port-contracts/child-environment'
import { issueApiKey } from '@chancery/http'
import { describe, expect, it } from 'vitest'
import { serverProgram } from './server-program.test-support.ts'
import {
  answersBeforeItEnds,
  answerTo,
  endsBy,
  isUsual,
  makesNoKey,
  serversOfTests,
  store,
} from './starts.test-support.ts'

// `main.deep.test.ts` has the other signals and starts, and ends with much under way.
const servers = serversOfTests()
const { start } = servers

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
    // On a busy machine one answer may come too late to be yes.
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${address}/docs`)).text()).toContain('store-document')
  })

  it('answers for its health on a port of its own, where one is set', async () => {
    const { text, child } = await start({ env: { CHANCERY_HEALTH_PORT: '0' } })
    const health = /health\s+(\S+)/.exec(text())?.[1] ?? ''
    expect(await (await fetch(health)).json()).toEqual({ status: 'ok' })
    // On a busy machine one answer may come too late to be yes.
    await expect.poll(async () => (await fetch(health.replace('healthz', 'readyz'))).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('keeps only a hash of the key, for the owner alone, and logs neither key nor document', async () => {
    // As `mkdir -p` and systemd make it.
    chmodSync(servers.data(), 0o755)
    const { address, key, log, child } = await start()
    expect((await store(address, key)).status).toBe(200)
    expect((await store(address, `${key}x`)).status).toBe(401)
    child.kill('SIGTERM')
    await once(child, 'exit')
    const data = servers.data()
    const secret = key.slice(key.lastIndexOf('chk_dev_') + 16)
    for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
      const file = join(data, name)
      if (statSync(file).isFile()) expect(readFileSync(file, 'latin1').includes(secret), name).toBe(false)
      expect(statSync(file).mode & 0o077, name).toBe(0)
    }
    expect(log()).toContain('"store-document"')
    for (const canary of [key, secret, 'secret-canary', 'c2VjcmV0']) expect(log()).not.toContain(canary)
  })

  endsBy(servers, ['SIGTERM'])
  answersBeforeItEnds(servers, ['SIGHUP'])

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
    writeFileSync(join(servers.data(), 'key-secret'), 'a1b2')
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
})

describe('keys at a start', () => {
  const configured = issueApiKey(
    { name: 'configured', environment: 'live', operations: '*', createdAt: '2026-01-01T00:00:00Z' },
    'x'.repeat(32),
  ).key

  makesNoKey(servers, isUsual)

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
      [serverProgram('keys.ts'), 'create', '--name', 'office', '--data', servers.data()],
      { encoding: 'utf8', env: childEnvironment },
    )
    const key = /^key\s+(\S+)$/m.exec(made.stdout)?.[1] ?? ''
    const { text, address } = await start({ entry: 'serve.ts' })
    expect(text()).toMatch(/^ {2}key {6}one that /m)
    expect((await store(address, key)).status).toBe(200)
  })
})
