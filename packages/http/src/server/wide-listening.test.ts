import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type Listening, listenWidely, socketsFor } from './wide-listening.ts'

const host = '127.0.0.1'
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const serve = async (sockets: number, port = 0): Promise<{ server: Server; listening: Listening }> => {
  const server = createServer((_request, response) => void response.end('answered'))
  const listening = await listenWidely(server, { port, host }, sockets)
  open.push({
    close: () => {
      server.closeAllConnections()
      return listening.close()
    },
  })
  return { server, listening }
}

const callers = (count: number, { port }: Listening['address']): readonly Socket[] =>
  Array.from({ length: count }, () => {
    const socket = connect(port, host).on('error', () => undefined)
    open.push({ close: () => socket.destroy() })
    return socket
  })

/** The most connections that were accepted in one turn of the event loop. */
async function mostInATurn({ server, listening }: Awaited<ReturnType<typeof serve>>, count: number): Promise<number> {
  let came = 0
  let most = 0
  server.on('connection', () => came++)
  callers(count, listening.address)
  for (let all = 0; all < count; came = 0) {
    await turn()
    all += came
    most = Math.max(most, came)
  }
  return most
}

/** Whether a call on a connection of its own is answered. */
const answers = async ({ port }: Listening['address']): Promise<boolean> =>
  (await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } })).ok

describe.runIf(process.platform === 'linux')('a server that listens by several sockets', () => {
  it('accepts several connections in a turn, where by one socket it accepts one', async () => {
    expect(await mostInATurn(await serve(1), 64)).toBe(1)
    expect(await mostInATurn(await serve(16), 64)).toBeGreaterThan(4)
  })

  it('answers whichever socket a connection came by', async () => {
    const { listening } = await serve(8)
    const all = Array.from({ length: 40 }, () => answers(listening.address))
    expect(await Promise.all(all)).toEqual(Array(40).fill(true))
  })

  it('takes no port that another has, listening by as many', async () => {
    const { listening } = await serve(4)
    const taken = { code: 'EADDRINUSE', syscall: 'listen' }
    await expect(serve(4, listening.address.port)).rejects.toMatchObject(taken)
    await expect(serve(1, listening.address.port)).rejects.toMatchObject(taken)
  })

  it('takes no connection once it closes, and has closed when the last is', async () => {
    const { server, listening } = await serve(8)
    let came = 0
    server.on('connection', () => came++)
    const sockets = callers(20, listening.address)
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\n')
    await expect.poll(() => came).toBe(20)
    let hasClosed = false
    const closing = listening.close().then(() => (hasClosed = true))
    await expect(answers(listening.address)).rejects.toThrow()
    expect(hasClosed).toBe(false)
    for (const socket of sockets) socket.destroy()
    await closing
    // The port is free.
    expect(await answers((await serve(8, listening.address.port)).listening.address)).toBe(true)
  })
})

it('needs few descriptors where there are few', () => {
  expect([8, 16, 17, 768, 10_000].map(socketsFor)).toEqual([1, 1, 2, 48, 64])
})
