import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type MetricsListener, startMetricsListener } from './metrics-listener.ts'
import { serverProcesses } from './server-process.test-support.ts'

const open: MetricsListener[] = []
afterEach(async () => {
  for (const listener of open.splice(0)) await listener.close()
})
async function listening(read: () => Promise<string>) {
  const listener = await startMetricsListener({ host: '127.0.0.1', port: 0 }, read)
  open.push(listener)
  return (path: string, options?: RequestInit) => fetch(`http://127.0.0.1:${listener.port}${path}`, options)
}

describe('/metrics', () => {
  it('answers what is read, as Prometheus wants it, and nothing else', async () => {
    const ask = await listening(async () => 'a 1\n')
    const answer = await ask('/metrics')
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'a 1\n',
    ])
    expect(await (await ask('/metrics', { method: 'HEAD' })).text()).toBe('')
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/readyz')).status).toBe(404)
    const posted = await ask('/metrics', { method: 'POST', body: 'x' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('reads once for many who ask at the same time, and says where it cannot', async () => {
    let reads = 0
    const ask = await listening(async () => `a ${++reads}\n`)
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await ask('/metrics')).text()))
    expect(new Set(texts)).toEqual(new Set(['a 1\n']))
    const failing = await listening(() => Promise.reject(new Error('secret')))
    const answer = await failing('/metrics')
    expect([answer.status, await answer.text()]).toEqual([503, ''])
  })
})

describe('a server with CHANCERY_METRICS_PORT', () => {
  const processes = serverProcesses()
  afterAll(() => processes.end())

  it('tells its figures without a collector, and ends with the server', async () => {
    const server = await processes.start({ env: { CHANCERY_METRICS_PORT: '0', CHANCERY_LOG: 'off' } })
    const metrics = /metrics\s+(http:\S+\/metrics)/.exec(server.text())?.[1] ?? ''
    const headers = { 'content-type': 'application/json', 'x-api-key': server.key }
    for (const path of ['a.txt', 'b.txt']) {
      const body = JSON.stringify({ document: { content: 'SGVsbG8=', filename: 'a.txt' }, path })
      expect((await fetch(`${server.address}/store-document`, { method: 'POST', headers, body })).status).toBe(200)
    }
    await fetch(`${server.address}/store-document`, { method: 'POST', body: '{}' })
    const text = await (await fetch(metrics)).text()
    expect(text).toContain('chancery_calls_total{operation="store-document",outcome="ok"} 2')
    expect(text).toContain('chancery_calls_total{operation="store-document",outcome="unsupported_media_type"} 1')
    expect(text).toMatch(/^chancery_slots\{state="all"\} [1-9]/m)
    expect(text).toMatch(/^chancery_emails_in_doubt 0$/m)
    expect(text).toMatch(/^http_server_request_duration_seconds_count\{operation="store-document",status="200"\} 2$/m)
    // The service's own port has none.
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404)
    server.child.kill('SIGTERM')
    await expect.poll(() => server.child.exitCode).toBe(0)
    await expect(fetch(metrics)).rejects.toThrow()
  })
})
