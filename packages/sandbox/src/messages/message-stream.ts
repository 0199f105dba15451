import type { Duplex } from 'node:stream'
import { turnsEvery } from '@chancery/core'
import { decodeInTurns, decodeMessage, encodeMessage } from './message-bytes.ts'

const lengthBytes = 4
/** Bytes of a message that is read part by part, and ms after which others have their turn meanwhile. */
const [longBytes, heldMs] = [512 * 1024, 10]

/** Sends one message. @throws TypeError for what a message cannot hold; nothing is sent then */
export function sendMessage(stream: Duplex, message: unknown): void {
  stream.write(encodeMessage(message))
}

/**
 * Hands on each whole message of a stream.
 * @param maxBytes a longer message is not read: `tooLong` is called, and nothing more is handed on
 * @param handlers after a message that is none, or that `message` throws at, `unreadable` is called, and nothing more is
 *   handed on: who sent it is not what it should be
 */
export function receiveMessages(
  stream: Duplex,
  maxBytes: number,
  handlers: { message(message: unknown): void; tooLong(): void; unreadable(): void },
): void {
  let chunks: Buffer[] = []
  let held = 0
  /** Bytes of the message that is being received; `undefined` while its length is. */
  let length: number | undefined
  let stopped = false
  let isReading = false

  /** The next so many bytes, or `undefined` until they are there. */
  function take(bytes: number): Buffer | undefined {
    if (held < bytes) return undefined
    const [first] = chunks
    const all = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, held)
    held -= bytes
    chunks = held === 0 ? [] : [all.subarray(bytes)]
    return all.subarray(0, bytes)
  }

  const stop = (tell: () => void): void => {
    stopped = true
    tell()
  }

  /** Hands on what is there, up to a long message: that is read first, and what comes after it waits. */
  function handOn(): void {
    for (;;) {
      if (stopped || isReading) return
      const whole = take(length ?? lengthBytes)
      if (whole === undefined) return
      if (length === undefined) {
        length = whole.readUInt32BE()
        if (length > maxBytes) stop(handlers.tooLong)
        continue
      }
      length = undefined
      if (whole.length > longBytes) void readLong(whole)
      else {
        try {
          handlers.message(decodeMessage(whole))
        } catch {
          stop(handlers.unreadable)
        }
      }
    }
  }

  async function readLong(whole: Buffer): Promise<void> {
    isReading = true
    try {
      const message = await decodeInTurns(
        whole,
        turnsEvery(heldMs, () => performance.now()),
      )
      handlers.message(message)
    } catch {
      stop(handlers.unreadable)
    }
    isReading = false
    handOn()
  }

  stream.on('data', (chunk: Buffer) => {
    if (stopped) return
    chunks.push(chunk)
    held += chunk.length
    handOn()
  })
}
