import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'chancery-memory-'))
let child: ChildProcess
afterEach(async () => {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

/** Starts Node, and hands on what it prints as soon as that matches. */
async function start(args: readonly string[], pattern: RegExp): Promise<RegExpExecArray> {
  const env = { PATH: process.env['PATH'] ?? '', CHANCERY_PORT: '0', CHANCERY_DATA: folder, CHANCERY_LOG: 'off' }
  child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  for await (const chunk of child.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk
    const match = pattern.exec(text)
    if (match !== null) return match
  }
  throw new Error(`It ended before it was ready: ${text}`)
}

/** MB that the kernel counts for the process: now, and at its highest. */
function resident(): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}

const patiently = { timeout: 30_000, interval: 100 }

describe('an idle server', { timeout: 60_000 }, () => {
  it('gives back what large calls took', async () => {
    const [, address, key = ''] = await start(
      [join(import.meta.dirname, 'start.ts')],
      /address\s+(\S+)[^]*key\s+(chk_\S+)/,
    )
    const readRows = async (count: number): Promise<number> => {
      const content = Buffer.from(`name,email\n${'a,a@example.com\n'.repeat(count)}`).toString('base64')
      const response = await fetch(`${address}/extract-document`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ document: { content, filename: 'a.csv' } }),
      })
      await response.arrayBuffer()
      return response.status
    }
    expect(await readRows(1)).toBe(200)
    const { now: before } = resident()
    for (let call = 0; call < 2; call++) expect(await readRows(60_000)).toBe(200)
    const taken = resident().most - before
    expect(taken).toBeGreaterThan(64)
    // Not all: it has loaded code, and made buffers, that it goes on to need.
    await expect.poll(() => resident().now - before, patiently).toBeLessThan(taken / 2)
  })
})

/** A server of which nothing but its memory matters: `/fill` leaves 100 MB of garbage, or more `?times` of them, `/stay` is not answered, `/close` ends. */
const subject = `
import { createServer } from 'node:http'
import { giveBackMemoryWhenIdle } from ${JSON.stringify(join(import.meta.dirname, 'idle-memory.ts'))}
const server = createServer((request, response) => {
  if (request.url === '/stay') return response.write('…')
  if (request.url === '/close') server.close()
  const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1')
  const blocks = pathname === '/fill' ? 50 * (searchParams.get('times') ?? 1) : 0
  { const all = []; for (let block = 0; block < blocks; block++) all.push(Array.from({ length: 50_000 }, (_, index) => ({ index }))) }
  response.setHeader('connection', 'close').end()
})
giveBackMemoryWhenIdle(server, JSON.parse(process.argv[1]))
server.listen(0, '127.0.0.1', () => console.log('at', server.address().port))`

describe('a server that gives back memory', { timeout: 60_000 }, () => {
  const startSubject = async (
    patience = { idle: 100, betweenCalls: 200, duringCalls: 500 },
  ): Promise<(path: string) => Promise<Response>> => {
    const [, port] = await start(['--input-type=module', '-e', subject, JSON.stringify(patience)], /at (\d+)/)
    return (path) => fetch(`http://127.0.0.1:${port}${path}`)
  }

  it('does so where it is never without a call', async () => {
    const call = await startSubject()
    const staying = await call('/stay')
    const { now: before } = resident()
    await call('/fill')
    expect(resident().most - before).toBeGreaterThan(64)
    await expect.poll(() => resident().now - before, patiently).toBeLessThan(48)
    await staying.body?.cancel()
  })

  it('does so soon where much is spare, though one call follows the other', async () => {
    const call = await startSubject({ idle: 12_000, betweenCalls: 4000, duringCalls: 60_000 })
    const { now: before } = resident()
    await call('/fill?times=3')
    expect(resident().most - before).toBeGreaterThan(160)
    const begin = performance.now()
    while (resident().now - before > 96) {
      await call('/')
      // A fourth of what it would wait otherwise, and it looks every second.
      if (performance.now() - begin > 30_000) throw new Error(`It still has ${resident().now - before} MB more.`)
    }
  })

  it('ends as soon as it is closed', async () => {
    const call = await startSubject()
    await call('/fill')
    const ended = once(child, 'exit')
    await call('/close')
    expect(await ended).toEqual([0, null])
  })
})
