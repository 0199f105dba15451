import type { Duplex } from 'node:stream'
import { giveBack } from '@chancery/formats/bytes'
import { decodeMessage, encodeMessage, headerBytes } from './message-format.ts'

/**
 * Sends one message over a stream, all in one write: each wakes the other side.
 * @throws TypeError for what a message cannot hold; nothing is sent then
 */
export function sendMessage(stream: Duplex, message: unknown): void {
  stream.write(encodeMessage(message))
}

/**
 * Hands on each whole message of a stream. One that comes in several chunks is gathered in bytes of its own length, and
 * each chunk given back at once: garbage outside of V8's heap may lie there for hours.
 * @param maxBytes a longer message is not read: `tooLong` is called, and nothing more is handed on
 * @param handlers after a message that is none, or that `message` throws at, `unreadable` is called, and nothing more is
 *   handed on: who sent it is not what it should be
 */
export function receiveMessages(
  stream: Duplex,
  maxBytes: number,
  handlers: { message(message: unknown, bytes: number): void; tooLong(): void; unreadable(): void },
): void {
  const header = Buffer.alloc(headerBytes)
  /** Bytes of the message that is being received; `undefined` while its header is. */
  let length: number | undefined
  /** What of the header or the message came in earlier chunks. */
  let gathered = header
  let held = 0
  let stopped = false

  /** The next so many bytes, or `undefined` until they are there: a view of the chunk where they lie in it as a whole. */
  function take(bytes: number, chunk: Buffer): Buffer | undefined {
    if (held === 0 && chunk.length >= bytes) return chunk.subarray(0, bytes)
    // Not touched, and so no memory, before it is filled.
    if (held === 0) gathered = length === undefined ? header : Buffer.allocUnsafeSlow(bytes)
    held += chunk.copy(gathered, held, 0, bytes - held)
    if (held < bytes) return undefined
    const whole = gathered
    gathered = header
    return whole
  }

  stream.on('data', (chunk: Buffer) => {
    let left = chunk
    let isHeld = false
    while (!stopped && left.length > 0) {
      const before = held
      const whole = take(length ?? headerBytes, left)
      if (whole === undefined) break
      left = left.subarray(whole.length - before)
      held = 0
      if (length === undefined) {
        length = whole.readUInt32BE()
        stopped = length > maxBytes
        if (stopped) handlers.tooLong()
        continue
      }
      length = undefined
      try {
        const { value, holdsBytes } = decodeMessage(whole)
        // They are views of what the message was read from.
        isHeld ||= holdsBytes && whole.buffer === chunk.buffer
        handlers.message(value, whole.length)
      } catch {
        stopped = true
        handlers.unreadable()
      }
    }
    if (!isHeld) giveBack(chunk)
  })
}
