import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32c, crc32cText } from '../crc32c.ts'

interface StoredObject {
  readonly bytes: Buffer
  readonly resource: Record<string, unknown>
}

interface Fault {
  readonly status: number
  /** The call is done all the same, and only its answer is lost. */
  readonly done: boolean
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** The two parts of a `multipart/related` upload: the resource as JSON, and the bytes. */
function uploadOf(body: Buffer, contentType: string): { resource: Record<string, unknown>; bytes: Buffer } {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? ''
  const contentAfter = (from: number): number => body.indexOf('\r\n\r\n', from) + 4
  const first = contentAfter(0)
  const second = body.indexOf(`\r\n--${boundary}`, first)
  const start = contentAfter(second)
  return {
    resource: JSON.parse(body.toString('utf8', first, second)) as Record<string, unknown>,
    bytes: body.subarray(start, body.lastIndexOf(`\r\n--${boundary}--`)),
  }
}

/**
 * The part of the GCS JSON API that the adapter uses, on 127.0.0.1: generations, preconditions, checksums that are
 * compared, listing in the order of UTF-8 in pages, and faults on demand.
 */
export async function startFakeGcs({ versioning = false, pageSize = 1000 } = {}) {
  const objects = new Map<string, StoredObject[]>()
  const faults: Fault[] = []
  let generation = 1_700_000_000_000_000

  const live = (key: string): StoredObject | undefined => objects.get(key)?.at(-1)

  const insert = (bucket: string, name: string, query: URLSearchParams, body: Buffer, contentType: string): object => {
    const { resource, bytes } = uploadOf(body, contentType)
    const key = `${bucket}/${name}`
    const wanted = query.get('ifGenerationMatch')
    if (wanted !== null && wanted !== String(live(key)?.resource['generation'] ?? 0)) throw new Refusal(412)
    const md5Hash = createHash('md5').update(bytes).digest('base64')
    const crc = crc32cText(crc32c(bytes))
    if ((resource['md5Hash'] ?? md5Hash) !== md5Hash || (resource['crc32c'] ?? crc) !== crc) throw new Refusal(400)
    const now = new Date().toISOString()
    const made: StoredObject = {
      bytes: Buffer.from(bytes),
      resource: {
        ...resource,
        bucket,
        name,
        size: String(bytes.length),
        md5Hash,
        crc32c: crc,
        generation: String(++generation),
        timeCreated: now,
        updated: now,
      },
    }
    objects.set(key, versioning ? [...(objects.get(key) ?? []), made] : [made])
    return made.resource
  }

  const list = (bucket: string, query: URLSearchParams): object => {
    const start = query.get('pageToken') ?? query.get('startOffset') ?? ''
    const names = [...objects.keys()]
      .filter((key) => key.startsWith(`${bucket}/`))
      .map((key) => key.slice(bucket.length + 1))
      .filter((name) => name.startsWith(query.get('prefix') ?? ''))
      .filter((name) => Buffer.compare(Buffer.from(name), Buffer.from(start)) >= 0)
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const size = Math.min(Number(query.get('maxResults') ?? 1000), pageSize)
    const next = names[size]
    return {
      kind: 'storage#objects',
      items: names.slice(0, size).map((name) => live(`${bucket}/${name}`)?.resource),
      ...(next === undefined ? {} : { nextPageToken: next }),
    }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const body = await bodyOf(request)
    const fault = faults.shift()
    if (fault?.done === false) throw new Refusal(fault.status)
    const json = (value: object): void => {
      if (fault !== undefined) throw new Refusal(fault.status)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    }
    const [, upload, bucket, object] = /^(\/upload)?\/storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(url.pathname) ?? []
    if (bucket === undefined || bucket === 'missing') throw new Refusal(404)
    if (upload !== undefined) {
      const name = url.searchParams.get('name') ?? ''
      return json(insert(bucket, name, url.searchParams, body, request.headers['content-type'] ?? ''))
    }
    if (object === undefined) return json(list(bucket, url.searchParams))
    const wanted = url.searchParams.get('generation')
    const key = `${bucket}/${decodeURIComponent(object)}`
    const found = objects.get(key)?.findLast((one) => wanted === null || one.resource['generation'] === wanted)
    if (found === undefined) throw new Refusal(404)
    if (url.searchParams.get('alt') !== 'media') return json(found.resource)
    response.setHeader('x-goog-generation', String(found.resource['generation']))
    response.setHeader('x-goog-hash', `crc32c=${found.resource['crc32c']},md5=${found.resource['md5Hash']}`)
    response.end(found.bytes)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { code: status, message: String(error), errors: [{ reason: 'fake' }] } }))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The next call fails. */
    fail(fault: Fault): void {
      faults.push(fault)
    },
    /** Puts an object as another program would. */
    place(bucket: string, name: string, bytes: Buffer, resource: Record<string, unknown> = {}): void {
      const body = Buffer.concat([
        Buffer.from(`--b\r\n\r\n${JSON.stringify(resource)}\r\n--b\r\n\r\n`),
        bytes,
        Buffer.from('\r\n--b--'),
      ])
      insert(bucket, name, new URLSearchParams(), body, 'multipart/related; boundary=b')
    },
    /** Flips a bit of a stored object. */
    damage(bucket: string, name: string): void {
      const bytes = live(`${bucket}/${name}`)?.bytes
      if (bytes !== undefined) bytes[0] = (bytes[0] ?? 0) ^ 1
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
