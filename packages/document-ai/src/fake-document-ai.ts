import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string
  readonly body: Record<string, unknown>
  /** Whether the caller went before it was answered. */
  closed: boolean
}

type BucketCall = 'write' | 'list' | 'read' | 'delete'

/** Answers one request; `undefined`: never. */
export type FakeAnswer = (request: FakeRequest) => { readonly status?: number; readonly body: unknown } | undefined

/**
 * Document AI's REST protocol and the part of Cloud Storage's that batches use, on 127.0.0.1. What Document AI says is
 * given with `answer`; objects are in `objects`, by "bucket/name".
 */
export async function startFakeDocumentAi() {
  const requests: FakeRequest[] = []
  const objects = new Map<string, Buffer>()
  /** Statuses with which the next calls of the bucket are refused, by their kind; with `page`, what somebody else says. */
  const refusals: { readonly call: BucketCall; readonly status: number; readonly page?: string }[] = []
  let answer: FakeAnswer = () => ({ body: {} })

  const storage = (request: IncomingMessage, url: URL, body: Buffer, response: ServerResponse): void => {
    const [, bucket = '', , encoded] = /\/storage\/v1\/b\/([^/]+)\/o(\/(.+))?$/.exec(url.pathname) ?? []
    const json = (value: unknown, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const call = bucketCall(request.method, url, encoded)
    const refused = refusals.findIndex((each) => each.call === call)
    const [refusal] = refused === -1 ? [] : refusals.splice(refused, 1)
    if (refusal?.page !== undefined) {
      return void response.writeHead(refusal.status, { 'content-type': 'text/html' }).end(refusal.page)
    }
    if (refusal !== undefined) return json({ error: { code: refusal.status, message: 'no' } }, refusal.status)
    if (bucket === 'missing') return json({ error: { code: 404, message: 'no' } }, 404)
    const key = `${bucket}/${decodeURIComponent(encoded ?? '')}`
    if (url.pathname.startsWith('/upload/')) {
      const name = url.searchParams.get('name') ?? ''
      const bytes = uploaded(body, request.headers['content-type'] ?? '')
      objects.set(`${bucket}/${name}`, bytes)
      return json({ bucket, name, md5Hash: createHash('md5').update(bytes).digest('base64') })
    }
    if (encoded === undefined) {
      const prefix = `${bucket}/${url.searchParams.get('prefix') ?? ''}`
      const names = [...objects.keys()].filter((name) => name.startsWith(prefix))
      return json({
        kind: 'storage#objects',
        items: names.map((name) => ({ bucket, name: name.slice(bucket.length + 1) })),
      })
    }
    const found = objects.get(key)
    if (found === undefined) return json({ error: { code: 404, message: 'no' } }, 404)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    return void response.end(found)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://fake')
      const body = Buffer.concat(chunks)
      if (url.pathname.includes('/storage/v1/')) return storage(request, url, body, response)
      const received: FakeRequest = {
        method: request.method ?? '',
        path: url.pathname,
        authorization: request.headers.authorization ?? '',
        body: JSON.parse(body.toString() || '{}') as Record<string, unknown>,
        closed: false,
      }
      requests.push(received)
      response.on('close', () => (received.closed = !response.writableEnded))
      const said = answer(received)
      if (said === undefined) return undefined
      return void response
        .writeHead(said.status ?? 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(said.body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    objects,
    refusals,
    answer(next: FakeAnswer): void {
      requests.length = 0
      answer = next
    },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

const bucketCall = (method: string | undefined, url: URL, object: string | undefined): BucketCall => {
  if (url.pathname.startsWith('/upload/')) return 'write'
  if (method === 'DELETE') return 'delete'
  return object === undefined ? 'list' : 'read'
}

/** The bytes of a `multipart/related` upload, its second part. */
function uploaded(body: Buffer, contentType: string): Buffer {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? ''
  const contentAfter = (from: number): number => body.indexOf('\r\n\r\n', from) + 4
  const second = contentAfter(body.indexOf(`\r\n--${boundary}`, contentAfter(0)))
  return Buffer.from(body.subarray(second, body.lastIndexOf(`\r\n--${boundary}--`)))
}

export const refusal = (status: number, name: string, message: string) => ({
  status,
  body: { error: { code: status, status: name, message } },
})
