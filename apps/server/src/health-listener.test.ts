import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { responseHeaders } from '@chancery/http'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type HealthListener, startHealthListener } from './health-listener.ts'

const folder = mkdtempSync(join(tmpdir(), 'chancery-health-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let listener: HealthListener | undefined
afterEach(() => listener?.close())

const host = '127.0.0.1'
const nowhere = 'http://127.0.0.1:1'
const ask = (path: string): Promise<Response> => fetch(`http://${host}:${listener?.port}${path}`)

/**
 * Another process asks, twenty times at the least, and until it is answered so, while nothing else turns in this thread.
 * @returns the statuses
 */
function askedWhileBlocked(until: number): string {
  const file = join(folder, 'statuses')
  const program = `for (let times = 1, last = 0; times <= 20 || last !== ${until}; times++) {
    last = (await fetch('http://${host}:${listener?.port}/healthz')).status
    process.stdout.write(last + ' ')
  }
  process.stdout.write('done')`
  const statuses = openSync(file, 'w')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', statuses, 'ignore'],
  })
  const latest = performance.now() + 60_000
  let told = ''
  while (!told.endsWith('done') && performance.now() < latest) told = readFileSync(file, 'utf8')
  closeSync(statuses)
  child.kill()
  return told
}

describe('the listener for health', () => {
  it('answers while the thread of the service is busy', async () => {
    listener = await startHealthListener({ host, port: 0, service: nowhere })
    expect(askedWhileBlocked(200)).toBe(`${'200 '.repeat(20)}done`)
  })

  it('says that it is stuck where the service has not turned for too long', async () => {
    listener = await startHealthListener({ host, port: 0, service: nowhere, silentMs: 1000 })
    expect((await ask('/healthz')).status).toBe(200)
    expect(askedWhileBlocked(503)).toMatch(/^(?:200 )*(?:503 )+done$/)
    await expect.poll(async () => (await ask('/healthz')).status).toBe(200)
  })

  it('says of readiness what the service says, and 503 where that says nothing', async () => {
    let status = 200
    const service = createServer((_request, response) => response.writeHead(status).end('{"status":"as it is"}'))
    service.listen(0, host)
    await once(service, 'listening')
    const address = `http://${host}:${(service.address() as AddressInfo).port}`
    listener = await startHealthListener({ host, port: 0, service: address })
    for (status of [200, 503]) {
      const answer = await ask('/readyz')
      expect([answer.status, await answer.json()]).toEqual([status, { status: 'as it is' }])
      expect(Object.fromEntries(answer.headers)).toMatchObject(responseHeaders)
    }
    service.close()
    service.closeAllConnections()
    expect((await ask('/readyz')).status).toBe(503)
    const unknown = await ask('/store-document')
    expect(unknown.status).toBe(404)
    expect(Object.fromEntries(unknown.headers)).toMatchObject(responseHeaders)
  })

  it('fails where its port is taken', async () => {
    listener = await startHealthListener({ host, port: 0, service: nowhere })
    await expect(startHealthListener({ host, port: listener.port, service: nowhere })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})
