import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { responseHeaders } from '@chancery/http'

export interface MetricsListener {
  /** The port that it listens on. */
  readonly port: number
  close(): Promise<void>
}

/** As Prometheus asks for its text format. */
const contentType = 'text/plain; version=0.0.4; charset=utf-8'
/** Between two readings of all figures, in ms: whoever asks without end reads the one before. */
const rememberedMs = 1000

/**
 * Answers `GET /metrics` on a port of its own, without a key: it tells of names and counts alone, and is for the operator's own
 * network all the same.
 * @param port 0 takes a free one
 * @throws where the port is taken
 */
export async function startMetricsListener(
  { host, port }: { readonly host: string; readonly port: number },
  read: () => Promise<string>,
): Promise<MetricsListener> {
  let known: { readonly at: number; readonly text: Promise<string> } | undefined
  const text = (): Promise<string> => {
    if (known === undefined || performance.now() - known.at > rememberedMs)
      known = { at: performance.now(), text: read() }
    return known.text
  }
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (request.url?.split('?')[0] !== '/metrics' || !isRead) {
      const status = isRead ? 404 : 405
      return void response
        .writeHead(status, {
          ...responseHeaders,
          'content-type': 'text/plain',
          ...(isRead ? {} : { allow: 'GET, HEAD' }),
        })
        .end(isRead ? 'Not found\n' : 'Method not allowed\n')
    }
    text().then(
      (figures) =>
        response
          .writeHead(200, { ...responseHeaders, 'content-type': contentType, 'cache-control': 'no-store' })
          .end(request.method === 'HEAD' ? undefined : figures),
      () => response.writeHead(503, { ...responseHeaders, 'content-type': 'text/plain' }).end(),
    )
  })
  server.maxConnections = 100
  server.listen(port, host)
  await once(server, 'listening')
  server.unref()
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
