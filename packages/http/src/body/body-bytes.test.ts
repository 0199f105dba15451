import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BodySink, readBody, receiveBody } from './body-bytes.ts'

const large = Buffer.alloc(3_000_000, 'a letter, ')
const { signal } = new AbortController()

/** What the next request is read by; its answer is what that says. */
let reading: (incoming: IncomingMessage, asked: Request) => Promise<unknown>
let server: Server

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
    const asked = new Request('http://127.0.0.1/', { method: 'POST', headers })
    reading(incoming, asked).then(
      (said) => outgoing.end(JSON.stringify(said)),
      (error: { readonly code: string }) => outgoing.end(JSON.stringify(error.code)),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
})
afterAll(() => void server.close())

async function sent(body: Buffer | ReadableStream): Promise<unknown> {
  const { port } = server.address() as AddressInfo
  const options = { method: 'POST', body, duplex: 'half' } as RequestInit
  return (await fetch(`http://127.0.0.1:${port}/`, options)).json()
}

const inPieces = (bytes: Buffer): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 70_000) controller.enqueue(bytes.subarray(at, at + 70_000))
      controller.close()
    },
  })

describe('a long body of Node’s own request', () => {
  it.each([
    ['of a length that is declared', () => large],
    ['of another', () => inPieces(large)],
  ])('comes whole: %s', async (_, body) => {
    reading = async (incoming, asked) => {
      const bytes = await readBody(asked, { bindings: { incoming }, limit: large.length, signal })
      return large.equals(bytes)
    }
    expect(await sent(body())).toBe(true)
  })

  it('is let go of piece by piece', async () => {
    const pieces: Uint8Array[] = []
    const sink: BodySink = { take: (piece) => void pieces.push(piece) }
    reading = async (incoming, asked) =>
      receiveBody(asked, { bindings: { incoming }, limit: large.length, signal }, sink)
    expect(await sent(large)).toBe(large.length)
    expect(pieces.every(({ length }) => length === 0)).toBe(true)
  })

  it('is refused as soon as it is too large, and its sender hears of it', async () => {
    reading = async (incoming, asked) => readBody(asked, { bindings: { incoming }, limit: 1_000_000, signal })
    expect(await sent(inPieces(large))).toBe('payload_too_large')
  })

  it('is cancelled with its sender', async () => {
    const ended = new Promise((resolve) => {
      reading = (incoming, asked) =>
        readBody(asked, { bindings: { incoming }, limit: 5_000_000, signal }).catch((error: { code: string }) =>
          resolve(error.code),
        )
    })
    const { port } = server.address() as AddressInfo
    const call = request({ port, method: 'POST', headers: { 'content-length': 4_000_000 } }).on(
      'error',
      () => undefined,
    )
    call.write(large.subarray(0, 100_000), () => call.destroy())
    expect(await ended).toBe('cancelled')
  })
})

it('keeps the pieces of any other body as they are', async () => {
  const piece = new Uint8Array(700_000).fill(7)
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(piece)
      controller.enqueue(piece)
      controller.close()
    },
  })
  const asked = new Request('http://127.0.0.1/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(await readBody(asked, { limit: 2_000_000, signal })).toHaveLength(1_400_000)
  expect(piece).toHaveLength(700_000)
})

describe('a body in chunks', () => {
  const chunked = (chunk: string, count: number): Promise<string> =>
    new Promise((resolve) => {
      const { port } = server.address() as AddressInfo
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('error', () => undefined).on('data', (text: Buffer) => (answer += text.toString()))
      socket.on('close', () => resolve(answer))
      const head = 'POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n'
      socket.write(`${head}${`${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(count)}0\r\n\r\n`)
    })

  it.each([
    ['of one byte, more than a million bytes of them', 'x', 300_000, 'payload_too_large'],
    ['of one byte, as somebody types', 'x', 1000, '1000'],
    ['as an encoder writes tokens', '"name"', 50_000, '300000'],
  ])('%s', async (_, chunk, count, said) => {
    reading = async (incoming, asked) =>
      (await readBody(asked, { bindings: { incoming }, limit: 3_000_000, signal })).length
    expect(await chunked(chunk, count)).toContain(said)
  })
})
