import { createHash } from 'node:crypto'
import { crc32c, crc32cText } from '../crc32c.ts'
import { hasExpired } from '../objects/fake-expiry.ts'
import { startSeconds } from '../objects/fake-seconds.ts'
import { partOf, Refusal, startFakeWire, type WireAnswer, type WireCall, type WireFault } from '../objects/fake-wire.ts'

interface StoredObject {
  readonly bytes: Buffer
  readonly resource: Record<string, unknown>
}

export type GcsCall = 'insert' | 'get' | 'media' | 'list' | 'delete' | 'start' | 'part' | 'complete' | 'status'
export type GcsFault = WireFault<GcsCall>

const addressIn = (path: string): { readonly upload?: string; readonly bucket?: string; readonly object?: string } =>
  /^(?<upload>\/upload)?\/storage\/v1\/b\/(?<bucket>[^/]+)\/o(?:\/(?<object>.+))?$/.exec(path)?.groups ?? {}

/** A piece of a resumable upload: where it begins, and how much there will be; no beginning: how much is there is asked. */
const pieceIn = (
  range: string | undefined,
): { readonly from?: number; readonly to: number; readonly total: number } => {
  const [, from, to, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(range ?? '') ?? []
  return { ...(from === undefined ? {} : { from: Number(from) }), to: Number(to), total: Number(total) }
}

function callOf(method: string | undefined, url: URL, range: string | undefined): GcsCall {
  const { upload, bucket, object } = addressIn(url.pathname)
  if (bucket === undefined) return method === 'PUT' ? 'insert' : 'media'
  if (method === 'DELETE') return 'delete'
  if (upload !== undefined) {
    if (!url.searchParams.has('upload_id'))
      return url.searchParams.get('uploadType') === 'resumable' ? 'start' : 'insert'
    const { from, to, total } = pieceIn(range)
    return from === undefined ? 'status' : to + 1 === total ? 'complete' : 'part'
  }
  if (object === undefined) return 'list'
  return url.searchParams.get('alt') === 'media' ? 'media' : 'get'
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
  let generation = 1_700_000_000_000_000

  /** Objects with no live version; older ones they may have. */
  const deleted = new Set<string>()

  const live = (key: string): StoredObject | undefined => (deleted.has(key) ? undefined : objects.get(key)?.at(-1))

  const insert = (
    bucket: string,
    name: string,
    query: URLSearchParams,
    { resource, bytes }: ReturnType<typeof uploadOf>,
  ): object => {
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
    const isOfAll = query.get('versions') === 'true'
    const names = [...objects.keys()]
      .filter((key) => key.startsWith(`${bucket}/`) && (isOfAll || !deleted.has(key)))
      .map((key) => key.slice(bucket.length + 1))
      .filter((name) => name.startsWith(query.get('prefix') ?? ''))
      .filter((name) => Buffer.compare(Buffer.from(name), Buffer.from(start)) >= 0)
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const size = Math.min(Number(query.get('maxResults') ?? 1000), pageSize)
    const delimiter = query.get('delimiter')
    const prefix = query.get('prefix') ?? ''
    const folderOf = (name: string): string | undefined => {
      const end = delimiter === null ? -1 : name.indexOf(delimiter, prefix.length)
      return end === -1 ? undefined : name.slice(0, end + 1)
    }
    // A folder comes once, for all that it holds.
    const entries = [...new Set(names.map((name) => folderOf(name) ?? name))]
    const page = entries.slice(0, size)
    const next = entries[size]
    const prefixes = page.filter((name) => folderOf(name) !== undefined)
    return {
      kind: 'storage#objects',
      items: page
        .filter((name) => folderOf(name) === undefined)
        .flatMap((name) => {
          const key = `${bucket}/${name}`
          return isOfAll ? (objects.get(key) ?? []).map(({ resource }) => resource) : [live(key)?.resource]
        }),
      ...(prefixes.length === 0 ? {} : { prefixes }),
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

  const json = (value: object): WireAnswer => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })

  const sessions = new Map<string, { readonly resource: Record<string, unknown>; bytes: Buffer; made?: object }>()
  const piece = (
    bucket: string,
    name: string,
    query: URLSearchParams,
    body: Buffer,
    range: string | undefined,
  ): WireAnswer => {
    const session = sessions.get(query.get('upload_id') ?? '')
    if (session === undefined) throw new Refusal(410)
    if (session.made !== undefined) return json(session.made)
    const { from, total } = pieceIn(range)
    if (from !== undefined) {
      if (from !== session.bytes.length) throw new Refusal(400)
      session.bytes = Buffer.concat([session.bytes, body])
    }
    if (session.bytes.length === total) {
      session.made = insert(bucket, name, query, session)
      return json(session.made)
    }
    return {
      status: 308,
      headers: session.bytes.length === 0 ? {} : { range: `bytes=0-${session.bytes.length - 1}` },
    }
  }

  /** The API that signed addresses are of: an object under its own path, and conditions as headers. */
  const byXml = ({ call, request, url, body }: WireCall<GcsCall>): WireAnswer => {
    if (hasExpired(url, 'Goog', seconds.now())) throw new Refusal(400)
    const [, bucket = '', object = ''] = /^\/([^/]+)\/(.+)$/.exec(url.pathname) ?? []
    const name = decodeURIComponent(object)
    if (call === 'insert') {
      const wanted = request.headers['x-goog-if-generation-match']
      const [, most] = String(request.headers['x-goog-content-length-range'] ?? '').split(',')
      if (most !== undefined && body.length > Number(most)) throw new Refusal(400)
      const condition = new URLSearchParams(wanted === undefined ? {} : { ifGenerationMatch: String(wanted) })
      const contentType = request.headers['content-type']
      insert(bucket, name, condition, { resource: contentType === undefined ? {} : { contentType }, bytes: body })
      return { status: 200 }
    }
    const generation = url.searchParams.get('generation')
    const key = `${bucket}/${name}`
    const found =
      generation === null ? live(key) : objects.get(key)?.find((one) => one.resource['generation'] === generation)
    if (found === undefined) throw new Refusal(404)
    return partOf(found.bytes, request.headers.range)
  }

  const answer = ({ call, request, url, body }: WireCall<GcsCall>): WireAnswer => {
    const { upload, bucket, object } = addressIn(url.pathname)
    if (bucket === undefined) return byXml({ call, request, url, body })
    if (bucket === 'missing') throw new Refusal(404)
    if (upload !== undefined) {
      const name = url.searchParams.get('name') ?? ''
      if (call === 'start') {
        const id = String(sessions.size + 1)
        sessions.set(id, { resource: JSON.parse(body.toString()) as Record<string, unknown>, bytes: Buffer.alloc(0) })
        const location = new URL(`${url.pathname}${url.search}&upload_id=${id}`, wire.endpoint).href
        return { headers: { location } }
      }
      if (call !== 'insert') return piece(bucket, name, url.searchParams, body, request.headers['content-range'])
      return json(insert(bucket, name, url.searchParams, uploadOf(body, request.headers['content-type'] ?? '')))
    }
    if (object === undefined) return json(list(bucket, url.searchParams))
    const key = `${bucket}/${decodeURIComponent(object)}`
    if (call === 'delete') {
      remove(key, url.searchParams)
      return { status: 204 }
    }
    const wanted = url.searchParams.get('generation')
    const found = wanted === null ? live(key) : objects.get(key)?.find((one) => one.resource['generation'] === wanted)
    if (found === undefined) throw new Refusal(404)
    if (call !== 'media') return json(found.resource)
    const { generation: own, crc32c: crc, md5Hash } = found.resource
    const marks = { 'x-goog-generation': String(own), 'x-goog-hash': `crc32c=${String(crc)},md5=${String(md5Hash)}` }
    const part = partOf(found.bytes, request.headers.range)
    return { ...part, headers: { ...marks, ...part.headers } }
  }

  const seconds = startSeconds()
  const wire: Awaited<ReturnType<typeof startFakeWire<GcsCall>>> = await startFakeWire<GcsCall>({
    callOf: ({ method, headers }, url) => callOf(method, url, headers['content-range']),
    answer,
    refuse: ({ status, headers, message }) => ({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ error: { code: status, message, errors: [{ reason: 'fake' }] } }),
    }),
  })

  return {
    ...wire,
    /** For signed addresses; times of objects are in milliseconds. */
    passSeconds: seconds.pass,
    /** Puts an object as another program would. */
    place(bucket: string, name: string, bytes: Buffer, resource: Record<string, unknown> = {}): void {
      insert(bucket, name, new URLSearchParams(), { resource, bytes })
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
  }
}
