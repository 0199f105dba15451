import { connect, type Socket } from 'node:net'
import type { Answered, Call } from './load.ts'

/** A connection is not used again when the service may be about to close it for being idle (after 5 s). */
const mostIdleMs = 2000
const patienceMs = 90_000

interface Connection {
  readonly socket: Socket
  idleSince: number
  /** What waits for the answer under way. */
  answered: ((status: number, code: string | undefined) => void) | undefined
  received: string
}

/**
 * Makes calls with as little work as can be: by itself on kept connections, of an answer the status and the code alone. Who
 * offers thousands of calls a second on the machine of the service would measure itself otherwise.
 */
export function createLeanCaller(address: string): { send(call: Call): Promise<Answered>; close(): void } {
  const { hostname, port, host } = new URL(address)
  const free: Connection[] = []
  const all = new Set<Socket>()
  const requests = new Map<string, Buffer>()

  function requestOf({ operation, key, body }: Call): Buffer {
    const name = `${operation} ${key} ${body}`
    const known = requests.get(name)
    if (known !== undefined) return known
    const made = Buffer.from(
      `POST /${operation} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nx-api-key: ${key}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    requests.set(name, made)
    return made
  }

  function opened(): Connection {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection: Connection = { socket, idleSince: 0, answered: undefined, received: '' }
    all.add(socket)
    const settle = (status: number, code: string | undefined): void => {
      const { answered } = connection
      connection.answered = undefined
      connection.received = ''
      answered?.(status, code)
    }
    socket.setTimeout(patienceMs, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      connection.received += chunk.toString('latin1')
      const whole = wholeAnswer(connection.received)
      if (whole === undefined) return
      if (!whole.closes && connection.answered !== undefined) {
        connection.idleSince = performance.now()
        free.push(connection)
      } else socket.end()
      settle(whole.status, whole.code)
    })
    socket.on('close', () => {
      all.delete(socket)
      settle(0, undefined)
    })
    return connection
  }

  function connectionForUse(): Connection {
    for (let found = free.pop(); found !== undefined; found = free.pop()) {
      if (!found.socket.destroyed && performance.now() - found.idleSince < mostIdleMs) return found
      found.socket.destroy()
    }
    return opened()
  }

  return {
    send: (call) =>
      new Promise((resolve) => {
        const begin = performance.now()
        const connection = connectionForUse()
        connection.answered = (status, code) =>
          resolve({ status, code, body: '', headers: {}, ms: performance.now() - begin })
        connection.socket.write(requestOf(call))
      }),
    close: () => {
      for (const socket of all) socket.destroy()
    },
  }
}

/** The status of an answer that has come as a whole, by its length or its last chunk. */
export function wholeAnswer(
  received: string,
): { readonly status: number; readonly code: string | undefined; readonly closes: boolean } | undefined {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd === -1) return undefined
  const head = received.slice(0, headEnd)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isWhole =
    length === undefined ? received.endsWith('0\r\n\r\n') : received.length >= headEnd + 4 + Number(length)
  if (!isWhole) return undefined
  const status = Number(head.slice(9, 12))
  return {
    status,
    code: status === 200 ? undefined : /"code":"(\w+)"/.exec(received.slice(headEnd))?.[1],
    closes: /\r\nconnection: close/i.test(head),
  }
}
