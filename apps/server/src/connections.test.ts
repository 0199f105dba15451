import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ServerProcess, serverProcesses } from './server-process.test-support.ts'

let servers: ReturnType<typeof serverProcesses>
let sockets: Socket[] = []
beforeEach(() => {
  servers = serverProcesses()
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets = []
  await servers.end()
})

/** Connections that say no more than `text`; resolves once all are made, or refused. */
async function connectMany(port: number, count: number, text = ''): Promise<Socket[]> {
  const made: Socket[] = []
  for (let index = 0; index < count; index++) {
    const socket = connect(port, '127.0.0.1')
    made.push(socket)
    await new Promise<void>((resolve) => {
      socket.once('close', resolve).on('error', () => resolve())
      socket.once('connect', () => (text === '' ? resolve() : socket.write(text, () => resolve())))
    })
  }
  sockets.push(...made)
  return made
}

const descriptorsOf = ({ pid }: ServerProcess): number => readdirSync(`/proc/${pid}/fd`).length

async function extract({ address, key }: ServerProcess): Promise<number> {
  const content = Buffer.from('name,total\nAda,1\n').toString('base64')
  const response = await fetch(`${address}/extract-document`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, connection: 'close' },
    body: JSON.stringify({ document: { content, filename: 'a.csv' } }),
  })
  await response.arrayBuffer()
  return response.status
}

const isHealthy = async ({ address }: ServerProcess): Promise<boolean> =>
  (await fetch(`${address}/healthz`, { headers: { connection: 'close' } })).ok

const halfHeaders = 'POST /store-document HTTP/1.1\r\nhost: x\r\nx-half: '
const linux = process.platform === 'linux'

describe.runIf(linux)('a server that is held by connections without a key', () => {
  it.each([
    // So many as fit into what the kernel allows,
    [1024, {}],
    [128, {}],
    // and more than that: accepting fails then.
    [256, { CHANCERY_CONNECTIONS: '100000' }],
  ] satisfies [number, Record<string, string>][])(
    'answers with %i descriptors %j, and has them back',
    async (limit, env) => {
      const server = await servers.start({ env, within: ['prlimit', `--nofile=${limit}:${limit}`] })
      expect(await extract(server)).toBe(200)
      const before = descriptorsOf(server)
      const idle = await connectMany(server.port, 1000)
      const half = await connectMany(server.port, 100, halfHeaders)
      if (!('CHANCERY_CONNECTIONS' in env)) {
        expect(await isHealthy(server)).toBe(true)
        expect(await extract(server)).toBe(200)
      }
      for (const socket of [...idle, ...half]) socket.destroy()
      await expect.poll(() => descriptorsOf(server)).toBeLessThanOrEqual(before + 2)
      expect(await isHealthy(server)).toBe(true)
      expect(await extract(server)).toBe(200)
      expect(server.child.exitCode).toBeNull()
    },
  )

  it('closes those that do not come to an end of their headers, though they stay', async () => {
    const server = await servers.start()
    expect(await extract(server)).toBe(200)
    const before = descriptorsOf(server)
    await connectMany(server.port, 50, halfHeaders)
    await connectMany(server.port, 50)
    await expect.poll(() => descriptorsOf(server)).toBeGreaterThan(before + 90)
    // Ten seconds for the headers, and a moment in which the answer can be taken.
    await expect.poll(() => descriptorsOf(server), { interval: 500 }).toBeLessThanOrEqual(before + 2)
  })
})
