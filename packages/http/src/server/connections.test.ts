import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { boundConnections, connectionsWithin } from './connections.ts'

let sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets = []
})

describe('connections that are bounded', () => {
  let server: Server
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const serve = async (most: number, answer: RequestListener, mostOfAddress = most): Promise<number> => {
    server = createServer(answer)
    boundConnections(server, { most, mostOfAddress })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const open = async (port: number, text = ''): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).pause()
    sockets.push(socket)
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
  const call = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'
  const answers = async (port: number): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).ok

  it('leave the longest idle one, not one with a call', async () => {
    let waits: (() => void) | undefined
    const port = await serve(3, (_request, response) => {
      if (waits !== undefined) return void response.end()
      waits = () => response.end('late')
    })
    const working = await open(port, call)
    await expect.poll(() => waits).toBeDefined()
    const [first, second] = [await open(port), await open(port)]
    const ends = [first, second].map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)))
    expect(await answers(port)).toBe(true)
    await ends[0]
    expect(second.destroyed).toBe(false)
    waits?.()
    const [chunk] = (await once(working.resume(), 'data')) as [Buffer]
    expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('leave those that do not take what they asked for', async () => {
    // More than the system keeps for who does not read.
    const much = Buffer.alloc(64 * 1024 * 1024)
    let ended = 0
    const port = await serve(2, (request, response) => {
      response.end(request.headers['connection'] === 'close' ? '' : much)
      ended++
    })
    await open(port, call)
    await open(port, call)
    await expect.poll(() => ended).toBe(2)
    expect(await answers(port)).toBe(true)
  })

  it('leave the longest idle one of the address that has too many', async () => {
    const port = await serve(10, (_request, response) => void response.end(), 2)
    // Another address, which is there for longer.
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    sockets.push(other)
    await once(other, 'connect')
    const [first, second] = [await open(port), await open(port)]
    const ends = new Promise((resolve) => first.resume().once('close', resolve))
    expect(await answers(port)).toBe(true)
    await ends
    expect([other.destroyed, second.destroyed]).toEqual([false, false])
  })

  it('leave a new one where all others of its address have calls', async () => {
    const waits: (() => void)[] = []
    const port = await serve(10, (_request, response) => void waits.push(() => response.end('late')), 2)
    const working = [await open(port, call), await open(port, call)]
    await expect.poll(() => waits).toHaveLength(2)
    const third = await open(port, call)
    await new Promise((resolve) => third.resume().once('close', resolve))
    for (const end of waits) end()
    for (const socket of working) {
      const [chunk] = (await once(socket.resume(), 'data')) as [Buffer]
      expect(chunk.toString()).toMatch(/^HTTP\/1\.1 200 /)
    }
  })

  it('leave one that sends call after call and waits for no answer', async () => {
    let calls = 0
    const port = await serve(10, ({ socket: { destroyed } }) => void (destroyed || calls++))
    const socket = await open(port, call.repeat(100))
    await new Promise((resolve) => socket.resume().once('close', resolve))
    expect(calls).toBe(16)
  })

  it.each([
    [64, 8],
    [128, 64],
    [1024, 768],
    [1_048_576, 10_000],
  ])('are so many that %i descriptors leave some for the work: %i', (descriptors, connections) => {
    expect(connectionsWithin(descriptors)).toBe(connections)
  })
})
