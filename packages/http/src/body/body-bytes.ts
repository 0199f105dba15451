import { ChanceryError, nextTurn, untilAborted } from '@chancery/core'
import { type BodySource, bodySourceOf } from './body-source.ts'
import { GrowingBytes, letGo } from './growing-bytes.ts'

const tooLarge = (limit: number, actual: number): ChanceryError =>
  new ChanceryError('payload_too_large', `The body has more than ${limit} bytes.`, {
    details: { limit, actual, unit: 'bytes' },
    violations: [{ pointer: '', code: 'body_too_large', message: `At most ${limit} bytes.` }],
  })

/**
 * What may stand around the chunks of a body, and that it may be twice the body: encoders that write token by token stay
 * below. A megabyte of chunks of one byte each takes a second of this process, which no other call has meanwhile.
 */
const mostFraming = 1024 * 1024
const mostFramingForByte = 2

function boundFraming(wireBytes: number, length: number): void {
  const framing = wireBytes - length
  if (framing <= mostFraming || framing <= mostFramingForByte * length) return
  throw new ChanceryError('payload_too_large', 'The chunks of the body are too small.', {
    details: { limit: Math.max(mostFraming, mostFramingForByte * length), actual: framing, unit: 'bytes' },
    violations: [
      {
        pointer: '',
        code: 'chunks_too_small',
        message: 'What stands around the chunks is more than the body.',
        hint: 'Send a body of known length (`Content-Length`), or larger chunks.',
      },
    ],
  })
}

/** The declared length of the body, or `undefined` where there is none. @throws `payload_too_large` by it alone. */
export function declaredLength(request: Request, limit: number): number | undefined {
  const declared = request.headers.get('content-length')
  // A length that is no number is left to the server, which must not let it through.
  if (declared === null || !/^\d{1,15}$/.test(declared)) return undefined
  if (Number(declared) > limit) throw tooLarge(limit, Number(declared))
  return Number(declared)
}

const cutShort = (cause: unknown): ChanceryError =>
  new ChanceryError('cancelled', 'The body ended before it was whole.', { cause })

/** A body whose length the server holds to what was declared: read at once, without a stream in between. */
async function readWhole(request: Request, limit: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const body = new Uint8Array(await untilAborted(request.arrayBuffer(), signal))
    if (body.length > limit) throw tooLarge(limit, body.length)
    return body
  } catch (error) {
    if (ChanceryError.is(error)) throw error
    signal.throwIfAborted()
    throw cutShort(error)
  }
}

/** From so many bytes on a body of known length is read piece by piece. */
const longBytes = 1024 * 1024

/** Bytes of a refused body that are read on, and thrown away, at the most; a server may end it sooner. */
const mostDiscarded = 64 * 1024 * 1024

async function discard(source: BodySource): Promise<void> {
  try {
    for (let length = 0; length <= mostDiscarded;) {
      const piece = await source.next()
      if (piece === undefined) return
      length += piece.length
      // What comes without a wait must not keep others waiting.
      await nextTurn()
    }
    source.cancel(undefined)
  } catch {
    // The caller went away.
  }
}

/** What takes a body while it comes in. It keeps no piece: their memory is used again. */
export interface BodySink {
  take(piece: Uint8Array): void
}

/** How a body is read. */
export interface BodyReading {
  /** Beside the request, as `bodySourceOf` has it. */
  readonly bindings?: unknown
  /** Bytes. */
  readonly limit: number
  readonly signal: AbortSignal
  /** Told before a body of undeclared length grows over what it was told last, 0 at first; what it throws ends the reading. */
  readonly expect?: (bytes: number) => void
}

/**
 * Hands the body on piece by piece, counted: never more than the limit.
 * @returns its bytes
 * @throws `payload_too_large`, also where its chunks are next to nothing, or the reason of the signal
 */
export async function receiveBody(request: Request, reading: BodyReading, sink: BodySink): Promise<number> {
  const { bindings, limit, signal, expect } = reading
  const declared = declaredLength(request, limit)
  if (declared !== undefined && declared < longBytes) {
    const whole = await readWhole(request, limit, signal)
    sink.take(whole)
    return whole.length
  }
  const source = bodySourceOf(request, bindings)
  if (source === undefined) return 0
  const stop = (): void => source.cancel(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  let length = 0
  let expected = 0
  try {
    for (;;) {
      const piece = await source.next()
      signal.throwIfAborted()
      if (piece === undefined) return length
      length += piece.length
      if (length > limit) throw tooLarge(limit, length)
      if (declared === undefined) boundFraming(source.wireBytes(), length)
      if (declared !== undefined && length > declared) throw tooLarge(declared, length)
      if (declared === undefined && length > expected) {
        expected = Math.min(limit, 2 * length)
        expect?.(expected)
      }
      sink.take(piece)
      if (source.isOwn) letGo(piece)
    }
  } catch (error) {
    if (ChanceryError.is(error)) {
      // Not stopped: that would end the connection before the caller has seen the answer.
      void discard(source)
      throw error
    }
    signal.throwIfAborted()
    throw cutShort(error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The whole body in one piece. @throws as `receiveBody` */
export async function readBody(request: Request, reading: BodyReading): Promise<Uint8Array<ArrayBuffer>> {
  const whole = new WholeBody(declaredLength(request, reading.limit), reading.limit)
  await receiveBody(request, reading, whole)
  return whole.bytes
}

/** Without a declared length, room for so many bytes is made at first. */
const firstBytes = 64 * 1024

/** A body that is looked at when all of it is there. */
export class WholeBody implements BodySink {
  readonly #bytes: GrowingBytes

  /** @param most bytes that there can be, where the length is not declared */
  constructor(declared: number | undefined, most: number) {
    this.#bytes = new GrowingBytes(declared ?? firstBytes, declared ?? most)
  }

  take(piece: Uint8Array): void {
    this.#bytes.append(piece)
  }

  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.bytes
  }
}
