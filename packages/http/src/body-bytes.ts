import { ChanceryError, nextTurn, untilAborted } from '@chancery/core'

const tooLarge = (limit: number, actual: number): ChanceryError =>
  new ChanceryError('payload_too_large', `The body has more than ${limit} bytes.`, {
    details: { limit, actual, unit: 'bytes' },
    violations: [{ pointer: '', code: 'body_too_large', message: `At most ${limit} bytes.` }],
  })

/** The declared length of the body, or `undefined` where there is none. @throws `payload_too_large` by it alone. */
export function declaredLength(request: Request, limit: number): number | undefined {
  const declared = request.headers.get('content-length')
  // A length that is no number is left to the server, which must not let it through.
  if (declared === null || !/^\d{1,15}$/.test(declared)) return undefined
  if (Number(declared) > limit) throw tooLarge(limit, Number(declared))
  return Number(declared)
}

/** A body whose length the server holds to what was declared: read at once, without a stream in between. */
async function readWhole(request: Request, limit: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const body = new Uint8Array(await untilAborted(request.arrayBuffer(), signal))
    if (body.length > limit) throw tooLarge(limit, body.length)
    return body
  } catch (error) {
    if (ChanceryError.is(error)) throw error
    signal.throwIfAborted()
    throw new ChanceryError('cancelled', 'The body ended before it was whole.', { cause: error })
  }
}

/** From so many bytes on a body of known length is read piece by piece. */
const longBytes = 1024 * 1024

/** Bytes of a refused body that are read on, and thrown away, at the most; a server may end it sooner. */
const mostDiscarded = 64 * 1024 * 1024

async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    for (let length = 0; length <= mostDiscarded;) {
      const { done, value } = await reader.read()
      if (done) return
      length += value.length
      // What comes without a wait must not keep others waiting.
      await nextTurn()
    }
    await reader.cancel()
  } catch {
    // The caller went away.
  }
}

/**
 * The whole body, counted while it is read: never more than the limit is held.
 * @param expect told before a body of undeclared length grows over what it was told last, 0 at first; what it throws ends
 *   the reading
 * @throws `payload_too_large`, or the reason of the signal
 */
export async function readBody(
  request: Request,
  limit: number,
  signal: AbortSignal,
  expect: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = declaredLength(request, limit)
  if (declared !== undefined && declared < longBytes) return readWhole(request, limit, signal)
  if (request.body === null) return new Uint8Array()
  const reader = request.body.getReader()
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  /** Of a length that is known they go to their place at once, so that a long body is there once. */
  const whole = declared === undefined ? undefined : new Uint8Array(declared)
  const chunks: Uint8Array[] = []
  let length = 0
  let expected = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) break
      length += value.length
      if (length > limit) throw tooLarge(limit, length)
      if (declared !== undefined && length > declared) throw tooLarge(declared, length)
      if (whole === undefined && length > expected) {
        expected = Math.min(limit, 2 * length)
        expect(expected)
      }
      if (whole === undefined) chunks.push(value)
      else whole.set(value, length - value.length)
    }
  } catch (error) {
    if (ChanceryError.is(error)) {
      // Not stopped: that would end the connection before the caller has seen the answer.
      void discard(reader)
      throw error
    }
    signal.throwIfAborted()
    throw new ChanceryError('cancelled', 'The body ended before it was whole.', { cause: error })
  } finally {
    signal.removeEventListener('abort', stop)
  }
  if (whole !== undefined) return whole.subarray(0, length)
  const body = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.length
  }
  return body
}
