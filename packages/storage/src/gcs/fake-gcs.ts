import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32c, crc32cText } from '../crc32c.ts'

interface StoredObject {
  readonly bytes: Buffer
  readonly resource: Record<string, unknown>
}

export type GcsCall = 'insert' | 'get' | 'media' | 'list' | 'delete'

export interface GcsFault {
  /** Absent: the next call of any kind. */
  readonly call?: GcsCall
  /**
   * A status; a connection that breaks before or in the midst of the answer, or an answer that never comes; or what
   * somebody else answers in its place, with 200 if nothing else is said.
   */
  readonly how:
    | number
    | 'reset'
    | 'cut'
    | 'hang'
    | { readonly body: string; readonly status?: number; readonly type?: string }
  /** The call is done all the same, and only its answer is lost. */
  readonly done?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

class Refusal extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  constructor(status: number, headers = {}) {
    super(`status ${status}`)
    this.status = status
    this.headers = headers
  }
}

/** Does to the answer what a fault says. @throws Refusal for one that is a status */
function breakAnswer(response: ServerResponse, { how, headers }: GcsFault): void {
  if (typeof how === 'number') throw new Refusal(how, headers)
  if (how === 'reset') response.socket?.resetAndDestroy()
  else if (typeof how === 'object') answerInstead(response, how, headers)
  else if (how === 'cut') {
    response.writeHead(200, { 'content-length': '1000', 'content-type': 'application/json' }).write('{"a":')
    setTimeout(() => response.socket?.destroy(), 5)
  }
}

function answerInstead(
  response: ServerResponse,
  { body, status = 200, type = 'application/json' }: Exclude<GcsFault['how'], number | string>,
  headers: GcsFault['headers'],
): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

const callOf = (
  method: string | undefined,
  upload: boolean,
  object: string | undefined,
  query: URLSearchParams,
): GcsCall =>
  method === 'DELETE'
    ? 'delete'
    : upload
      ? 'insert'
      : object === undefined
        ? 'list'
        : query.get('alt') === 'media'
          ? 'media'
          : 'get'

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
  const faults: GcsFault[] = []
  const calls: GcsCall[] = []
  let generation = 1_700_000_000_000_000

  /** Objects with no live version; older ones they may have. */
  const deleted = new Set<string>()

  const live = (key: string): StoredObject | undefined => (deleted.has(key) ? undefined : objects.get(key)?.at(-1))

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
    deleted.delete(key)
    objects.set(key, versioning ? [...(objects.get(key) ?? []), made] : [made])
    return made.resource
  }

  const list = (bucket: string, query: URLSearchParams): object => {
    const start = query.get('pageToken') ?? query.get('startOffset') ?? ''
    const names = [...objects.keys()]
      .filter((key) => key.startsWith(`${bucket}/`) && !deleted.has(key))
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

  const remove = (key: string, query: URLSearchParams): void => {
    const found = live(key)
    if (found === undefined) throw new Refusal(404)
    const wanted = query.get('ifGenerationMatch')
    if (wanted !== null && wanted !== found.resource['generation']) throw new Refusal(412)
    if (versioning) deleted.add(key)
    else objects.delete(key)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const body = await bodyOf(request)
    const [, upload, bucket, object] = /^(\/upload)?\/storage\/v1\/b\/([^/]+)\/o(?:\/(.+))?$/.exec(url.pathname) ?? []
    const call = callOf(request.method, upload !== undefined, object, url.searchParams)
    calls.push(call)
    const place = faults.findIndex((each) => each.call === undefined || each.call === call)
    const [fault] = place === -1 ? [] : faults.splice(place, 1)
    if (fault !== undefined && fault.done !== true) return breakAnswer(response, fault)
    const json = (value: object): void => {
      if (fault !== undefined) return breakAnswer(response, fault)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    }
    if (bucket === undefined || bucket === 'missing') throw new Refusal(404)
    if (upload !== undefined) {
      const name = url.searchParams.get('name') ?? ''
      return json(insert(bucket, name, url.searchParams, body, request.headers['content-type'] ?? ''))
    }
    if (object === undefined) return json(list(bucket, url.searchParams))
    const key = `${bucket}/${decodeURIComponent(object)}`
    if (call === 'delete') {
      remove(key, url.searchParams)
      if (fault !== undefined) return breakAnswer(response, fault)
      response.writeHead(204).end()
      return
    }
    const wanted = url.searchParams.get('generation')
    const found = wanted === null ? live(key) : objects.get(key)?.find((one) => one.resource['generation'] === wanted)
    if (found === undefined) throw new Refusal(404)
    if (url.searchParams.get('alt') !== 'media') return json(found.resource)
    response.setHeader('x-goog-generation', String(found.resource['generation']))
    response.setHeader('x-goog-hash', `crc32c=${found.resource['crc32c']},md5=${found.resource['md5Hash']}`)
    response.end(found.bytes)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, headers } = error instanceof Refusal ? error : new Refusal(500)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify({ error: { code: status, message: String(error), errors: [{ reason: 'fake' }] } }))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** What was asked, in its order. */
    calls,
    /** The next call of its kind fails. */
    fail(fault: GcsFault): void {
      faults.push(fault)
    },
    forgive(): void {
      faults.length = 0
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
    remove(bucket: string, name: string): void {
      objects.delete(`${bucket}/${name}`)
    },
    /** Leaves a field out of what is said of an object. */
    forget(bucket: string, name: string, field: string): void {
      delete live(`${bucket}/${name}`)?.resource[field]
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
