/**
 * `node connection-holder.ts <port> <count> <key>`: keeps so many connections open, from several addresses of this machine: a
 * third says nothing, a third never ends its headers, a third sends its body byte by byte. Those that the service closes are
 * opened again. Prints a line when all are there; ends with its standard input, and says how often one was opened again.
 */
import { connect, type Socket } from 'node:net'

const [port = '', count = '0', key = ''] = process.argv.slice(2)
const perAddress = 250
const perTick = 100
const tickMs = 10
const dripMs = 2000

const wanted = Number(count)
const open = new Map<number, Socket>()
let opened = 0
let failed = 0
let isReady = false

const kinds: readonly ((socket: Socket) => void)[] = [
  () => undefined,
  (socket) => socket.write('POST /store-document HTTP/1.1\r\nhost: x\r\nx-half: '),
  (socket) =>
    socket.write(
      `POST /store-document HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-api-key: ${key}\r\ncontent-length: 60000\r\n\r\n{`,
    ),
]

function openOne(index: number): void {
  opened++
  const localAddress = `127.0.${1 + Math.floor(index / perAddress)}.1`
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress })
  open.set(index, socket)
  socket.once('connect', () => kinds[index % kinds.length]?.(socket))
  socket.on('data', () => undefined)
  socket.on('error', () => failed++)
  socket.once('close', () => open.delete(index))
}

// Whatever is missing is opened again, so many at a time.
setInterval(() => {
  let now = 0
  for (let index = 0; index < wanted && now < perTick; index++) {
    if (open.has(index)) continue
    openOne(index)
    now++
  }
  if (now > 0 || isReady) return
  isReady = true
  process.stdout.write('all there\n')
}, tickMs)
setInterval(() => {
  for (const [index, socket] of open) if (index % kinds.length === 2 && socket.readyState === 'open') socket.write(' ')
}, dripMs)

process.stdin.resume().once('end', () => {
  const last = `${open.size} open at the end, ${opened - wanted} opened again, ${failed} broken\n`
  process.stdout.write(last, () => process.exit(0))
})
