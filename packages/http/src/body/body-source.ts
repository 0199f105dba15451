import { Readable } from 'node:stream'

/** A body as it comes in. */
export interface BodySource {
  /** The next piece; `undefined` at the end. @throws when the caller goes away */
  next(): Promise<Uint8Array | undefined>
  /** Nothing more is read. */
  cancel(reason: unknown): void
  /** The pieces are the reader's own: nobody else has their memory. */
  readonly isOwn: boolean
  /** Bytes that came over the connection meanwhile, what stands around the body among them; 0 where that is not known. */
  wireBytes(): number
}

/**
 * @param bindings what the server hands on beside the request. Of `@hono/node-server` that has Node's own request, whose
 *   pieces would be copied on the way through a stream of the web, so that a large body is there once more as garbage
 */
export function bodySourceOf(request: Request, bindings: unknown): BodySource | undefined {
  const { incoming } = (bindings ?? {}) as { readonly incoming?: unknown }
  // What a framework has read already is in the request alone.
  if (incoming instanceof Readable && !incoming.readableDidRead && !('rawBody' in incoming)) return nodeSource(incoming)
  return request.body === null ? undefined : webSource(request.body)
}

function nodeSource(incoming: Readable): BodySource {
  const pieces = incoming.iterator({ destroyOnReturn: false })
  const { socket } = incoming as { readonly socket?: { readonly bytesRead?: number } }
  const read = (): number => socket?.bytesRead ?? 0
  const before = read()
  return {
    async next() {
      const { done, value } = await pieces.next()
      return done === true ? undefined : (value as Uint8Array)
    },
    cancel: () => void incoming.destroy(),
    isOwn: true,
    wireBytes: () => read() - before,
  }
}

function webSource(body: ReadableStream<Uint8Array>): BodySource {
  const reader = body.getReader()
  return {
    next: async () => (await reader.read()).value,
    cancel: (reason) => void reader.cancel(reason).catch(() => undefined),
    isOwn: false,
    wireBytes: () => 0,
  }
}
