import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** The addresses of a name at its n-th look-up, from 0. */
export type Zone = (name: string, lookUp: number) => readonly string[]

const typeA = 1
const typeAaaa = 28

/** A name server that says what it is told to, each time anew: its answers are not to be kept (RFC 1035, TTL 0). */
export async function startNameServer(zone: Zone): Promise<{ close(): void }> {
  const socket = createSocket('udp4')
  const lookUps = new Map<string, number>()
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameAt(query, 12)
    const type = query.readUInt16BE(end)
    // Both families are asked for at once: together they are one look-up.
    const seen = lookUps.get(`${name} ${type}`) ?? 0
    lookUps.set(`${name} ${type}`, seen + 1)
    const answers = zone(name, seen).filter((each) => each.includes(':') === (type === typeAaaa))
    const records = type === typeA || type === typeAaaa ? answers.map((each) => record(each, type)) : []
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...records]), port, address)
  })
  socket.bind(53, '127.0.0.1')
  await once(socket, 'listening')
  return { close: () => socket.close() }
}

function nameAt(query: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = start
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function record(address: string, type: number): Buffer {
  const data = type === typeA ? Buffer.from(address.split('.').map(Number)) : bytesOf(address)
  const head = Buffer.alloc(12)
  // The name is that of the question.
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(0, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** The 16 bytes of an IPv6 address, in the spelling of the URL parser. */
function bytesOf(address: string): Buffer {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const words = (text: string | undefined): number[] =>
    (text ?? '')
      .split(':')
      .filter(Boolean)
      .map((word) => Number.parseInt(word, 16))
  const [first, last] = [words(head), words(tail)]
  const zeros = Array<number>(8 - first.length - last.length).fill(0)
  return Buffer.from([...first, ...zeros, ...last].flatMap((word) => [word >> 8, word & 255]))
}
