import type { Duplex } from 'node:stream'
import { DefaultSerializer, deserialize } from 'node:v8'

const headerBytes = 4
const header = Buffer.alloc(headerBytes)

/**
 * Sends one message over a stream: its length (4 bytes, big-endian), then its structured clone. All in one write: each
 * wakes the other side.
 * @throws DataCloneError for what cannot be cloned
 */
export function sendMessage(stream: Duplex, message: unknown): void {
  const serializer = new DefaultSerializer()
  serializer.writeRawBytes(header)
  serializer.writeHeader()
  serializer.writeValue(message)
  const bytes = serializer.releaseBuffer()
  bytes.writeUInt32BE(bytes.length - headerBytes)
  stream.write(bytes)
}

/**
 * Hands on each whole message of a stream.
 * @param maxBytes a longer message is not read: `tooLong` is called, and nothing more is handed on
 */
export function receiveMessages(
  stream: Duplex,
  maxBytes: number,
  handlers: { message(message: unknown): void; tooLong(): void },
): void {
  let chunks: Buffer[] = []
  let held = 0
  let stopped = false
  /** Bytes of the message that is being received, its header too; 0 before the header is there. */
  let wanted = 0
  stream.on('data', (chunk: Buffer) => {
    if (stopped) return
    chunks.push(chunk)
    held += chunk.length
    while (held >= (wanted === 0 ? headerBytes : wanted)) {
      let bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, held)
      if (wanted === 0) {
        const length = bytes.readUInt32BE(0)
        chunks = [bytes]
        if (length > maxBytes) {
          stopped = true
          return handlers.tooLong()
        }
        wanted = headerBytes + length
        continue
      }
      const message: unknown = deserialize(bytes.subarray(headerBytes, wanted))
      bytes = bytes.subarray(wanted)
      held = bytes.length
      wanted = 0
      chunks = held === 0 ? [] : [bytes]
      handlers.message(message)
    }
  })
}
