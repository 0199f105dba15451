import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedBatch {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

type Answer = (response: ServerResponse) => void
const taken: Answer = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}')

/** A collector on 127.0.0.1 that takes what comes, or does as it is told. */
export async function otlpReceiver() {
  const batches: ReceivedBatch[] = []
  let answer: Answer = taken
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      batches.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) })
      answer(response)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    answer: (next: Answer) => (answer = next),
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number }
}
const attributesOf = (attributes: readonly Attribute[] = []): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  )

interface Point {
  readonly attributes?: readonly Attribute[]
  readonly asDouble?: number
  readonly asInt?: number
  readonly sum?: number
}
interface Figure {
  readonly name: string
  readonly sum?: { readonly dataPoints: readonly Point[] }
  readonly gauge?: { readonly dataPoints: readonly Point[] }
  readonly histogram?: { readonly dataPoints: readonly Point[] }
}
interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly Attribute[]
}
interface Body {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[]
  readonly resourceMetrics?: readonly { readonly scopeMetrics: readonly { readonly metrics: readonly Figure[] }[] }[]
}

/** What JSON batches hold, in the words of the contract suite. */
export function readBatches(batches: readonly ReceivedBatch[]) {
  const bodies = batches.map(({ body }) => JSON.parse(body.toString()) as Body)
  const spans = bodies.flatMap(({ resourceSpans = [] }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  )
  const figures = bodies.flatMap(({ resourceMetrics = [] }) =>
    resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)),
  )
  return {
    spans: spans.map(({ attributes, ...span }) => ({ ...span, attributes: attributesOf(attributes) })),
    figures: figures.flatMap(({ name, sum, gauge, histogram }) =>
      [sum, gauge, histogram].flatMap((kind) =>
        (kind?.dataPoints ?? []).map((point) => ({
          name,
          value: Number(point.asDouble ?? point.asInt ?? point.sum),
          attributes: attributesOf(point.attributes),
        })),
      ),
    ),
    raw: batches.map(({ body }) => body.toString('latin1')).join('\n'),
  }
}
