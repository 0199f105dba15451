import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32c, crc32cText } from '../crc32c.ts'
import type { PlacedFacts } from '../objects/object-store-vendor.test-support.ts'
import { hasExpired } from '../objects/fake-expiry.ts'
import { startSeconds } from '../objects/fake-seconds.ts'
import { partOf, Refusal, startFakeWire, type WireAnswer, type WireCall } from '../objects/fake-wire.ts'

export type S3Call = 'insert' | 'get' | 'media' | 'list' | 'delete' | 'start' | 'part' | 'complete' | 'abort'

interface StoredObject {
  readonly bytes: Buffer
  readonly etag: string
  readonly versionId: string
  /** In whole seconds, as HTTP has it. */
  readonly modified: Date
  /** As they are answered: type, metadata, checksum. */
  readonly headers: Readonly<Record<string, string>>
  /** A version that says that there is none. */
  readonly isMarker?: boolean
}

interface Upload {
  readonly key: string
  readonly headers: IncomingHttpHeaders
  readonly parts: Map<number, Buffer>
}

const digests = new WeakMap<Uint8Array, Buffer>()
/** Of bytes that nobody changes, worked out once: a part's is compared, answered and asked for again. */
function md5(bytes: Uint8Array): Buffer {
  const digest = digests.get(bytes) ?? createHash('md5').update(bytes).digest()
  digests.set(bytes, digest)
  return digest
}
const leastPart = 5 * 1024 * 1024

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** As `encoding-type=url` has names: a space is a plus, as in forms. */
const encoded = (name: string): string => encodeURIComponent(name).replaceAll('%20', '+').replaceAll('%2F', '/')

const text = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : value[0]

const callOf = (method: string | undefined, { pathname, searchParams }: URL): S3Call => {
  if (/^\/[^/]+\/?$/.test(pathname)) return 'list'
  if (searchParams.has('uploads')) return 'start'
  if (searchParams.has('uploadId')) return method === 'PUT' ? 'part' : method === 'POST' ? 'complete' : 'abort'
  return method === 'DELETE' ? 'delete' : method === 'PUT' ? 'insert' : method === 'HEAD' ? 'get' : 'media'
}

/** What some that speak S3 leave undone, and say nothing of. */
export type Ignored = 'create-only' | 'replace-only' | 'delete-only'

/**
 * The part of the S3 REST API that the adapter uses, on 127.0.0.1: conditions, checksums that are compared, ETags that are
 * those of the bytes, times in whole seconds, ListObjectsV2 in pages, uploads in parts, versions, and faults on demand.
 */
export async function startFakeS3({
  versioning = false,
  pageSize = 1000,
  ignored = [] as readonly Ignored[],
  accessKeyId = 'AKFAKE',
} = {}) {
  /** Oldest first. */
  const objects = new Map<string, StoredObject[]>()
  const uploads = new Map<string, Upload>()
  const signedAt: string[] = []
  const seconds = startSeconds()
  const live = (key: string): StoredObject | undefined => {
    const last = objects.get(key)?.at(-1)
    return last?.isMarker === true ? undefined : last
  }

  const keep = (key: string, object: StoredObject): void => {
    objects.set(key, versioning ? [...(objects.get(key) ?? []), object] : [object])
  }

  const checkBody = (headers: IncomingHttpHeaders, body: Buffer): void => {
    const wanted = text(headers['content-md5'])
    if (wanted !== undefined && wanted !== md5(body).toString('base64')) throw new Refusal(400, 'BadDigest')
    const crc = text(headers['x-amz-checksum-crc32c'])
    if (crc !== undefined && crc !== crc32cText(crc32c(body))) throw new Refusal(400, 'BadDigest')
    const sha = text(headers['x-amz-content-sha256'])
    if (sha !== undefined && /^[0-9a-f]{64}$/.test(sha) && sha !== createHash('sha256').update(body).digest('hex'))
      throw new Refusal(400, 'XAmzContentSHA256Mismatch')
  }

  const checkWrite = (headers: IncomingHttpHeaders, key: string): void => {
    const there = live(key)
    if (headers['if-none-match'] === '*' && there !== undefined && !ignored.includes('create-only'))
      throw new Refusal(412, 'PreconditionFailed')
    const wanted = text(headers['if-match'])
    if (wanted === undefined || ignored.includes('replace-only')) return
    if (there === undefined) throw new Refusal(404, 'NoSuchKey')
    if (there.etag !== wanted) throw new Refusal(412, 'PreconditionFailed')
  }

  const store = (key: string, headers: IncomingHttpHeaders, bytes: Buffer, etag: string): StoredObject => {
    if (Buffer.byteLength(key.slice(key.indexOf('/') + 1)) > 1024) throw new Refusal(400, 'KeyTooLongError')
    const meta = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'))
    const size = meta.reduce((sum, [name, value]) => sum + name.length - 11 + Buffer.byteLength(String(value)), 0)
    if (size > 2048) throw new Refusal(400, 'MetadataTooLarge')
    checkWrite(headers, key)
    const crc = text(headers['x-amz-checksum-crc32c'])
    const object: StoredObject = {
      bytes: Buffer.from(bytes),
      etag,
      versionId: versioning ? randomUUID() : 'null',
      modified: seconds.now(),
      headers: {
        'content-type': text(headers['content-type']) ?? 'binary/octet-stream',
        ...Object.fromEntries(meta.map(([name, value]) => [name, String(value)])),
        ...(crc === undefined ? {} : { 'x-amz-checksum-crc32c': crc }),
      },
    }
    keep(key, object)
    return object
  }

  const versionHeader = ({ versionId }: StoredObject): Record<string, string> =>
    versioning ? { 'x-amz-version-id': versionId } : {}

  const list = (bucket: string, query: URLSearchParams): WireAnswer => {
    const after = query.get('continuation-token') ?? query.get('start-after') ?? ''
    const prefix = query.get('prefix') ?? ''
    const names = [...objects.keys()]
      .filter((key) => key.startsWith(`${bucket}/`) && live(key) !== undefined)
      .map((key) => key.slice(bucket.length + 1))
      .filter(
        (name) =>
          name.startsWith(prefix) && (after === '' || Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0),
      )
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const delimiter = query.get('delimiter')
    const folderOf = (name: string): string | undefined => {
      const end = delimiter === null ? -1 : name.indexOf(delimiter, prefix.length)
      return end === -1 ? undefined : name.slice(0, end + 1)
    }
    // A folder comes once, for all that it holds.
    const entries = [...new Set(names.map((name) => folderOf(name) ?? name))]
    const page = entries.slice(0, Math.min(Number(query.get('max-keys') ?? 1000), pageSize))
    const isTruncated = page.length < entries.length
    const isEncoded = query.get('encoding-type') === 'url'
    const contents = page.map((name) => {
      const shown = escaped(isEncoded ? encoded(name) : name)
      if (folderOf(name) !== undefined) return `<CommonPrefixes><Prefix>${shown}</Prefix></CommonPrefixes>`
      const object = live(`${bucket}/${name}`)
      return `<Contents><Key>${shown}</Key><LastModified>${object?.modified.toISOString()}</LastModified><ETag>${escaped(object?.etag ?? '')}</ETag><Size>${object?.bytes.length}</Size></Contents>`
    })
    return {
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${escaped(encoded(prefix))}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>1000</MaxKeys>${isEncoded ? '<EncodingType>url</EncodingType>' : ''}<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
    }
  }

  const listVersions = (bucket: string, query: URLSearchParams): WireAnswer => {
    const prefix = query.get('prefix') ?? ''
    const markers = [query.get('key-marker'), query.get('version-id-marker')]
    const all = [...objects.keys()]
      .filter((key) => key.startsWith(`${bucket}/${prefix}`))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .flatMap((key) => (objects.get(key) ?? []).toReversed().map((object) => ({ key, object })))
    const name = (key: string): string => key.slice(bucket.length + 1)
    const from = all.findIndex(({ key, object }) => name(key) === markers[0] && object.versionId === markers[1]) + 1
    const page = all.slice(from, from + Math.min(Number(query.get('max-keys') ?? 1000), pageSize))
    const last = page.at(-1)
    const isTruncated = from + page.length < all.length
    const items = page.map(({ key, object: { isMarker, versionId, modified } }) => {
      const kind = isMarker === true ? 'DeleteMarker' : 'Version'
      return `<${kind}><Key>${escaped(encoded(name(key)))}</Key><VersionId>${versionId}</VersionId><LastModified>${modified.toISOString()}</LastModified></${kind}>`
    })
    const next =
      isTruncated && last !== undefined
        ? `<NextKeyMarker>${escaped(encoded(name(last.key)))}</NextKeyMarker><NextVersionIdMarker>${last.object.versionId}</NextVersionIdMarker>`
        : ''
    return {
      headers: { 'content-type': 'application/xml' },
      body: `<?xml version="1.0" encoding="UTF-8"?>\n<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><EncodingType>url</EncodingType><IsTruncated>${isTruncated}</IsTruncated>${next}${items.join('')}</ListVersionsResult>`,
    }
  }

  const remove = (key: string, headers: IncomingHttpHeaders): WireAnswer => {
    const there = live(key)
    const wanted = text(headers['if-match'])
    if (wanted !== undefined && !ignored.includes('delete-only')) {
      if (there === undefined) throw new Refusal(404, 'NoSuchKey')
      if (wanted !== there.etag) throw new Refusal(412, 'PreconditionFailed')
    }
    if (!versioning) objects.delete(key)
    else
      keep(key, {
        bytes: Buffer.alloc(0),
        etag: '',
        versionId: randomUUID(),
        modified: seconds.now(),
        headers: {},
        isMarker: true,
      })
    return { status: 204 }
  }

  const read = (key: string, { request, url, call }: WireCall<S3Call>): WireAnswer => {
    const wanted = url.searchParams.get('versionId')
    const found = wanted === null ? live(key) : objects.get(key)?.find(({ versionId }) => versionId === wanted)
    if (found === undefined) throw wanted === null ? new Refusal(404, 'NoSuchKey') : new Refusal(400, 'InvalidArgument')
    if (found.isMarker === true) throw new Refusal(405, 'MethodNotAllowed')
    const match = request.headers['if-match']
    if (match !== undefined && match !== found.etag) throw new Refusal(412, 'PreconditionFailed')
    const { status, headers, body } = partOf(found.bytes, request.headers.range)
    return {
      status,
      headers: {
        ...found.headers,
        ...versionHeader(found),
        etag: found.etag,
        'last-modified': found.modified.toUTCString(),
        ...headers,
      },
      ...(call === 'get' ? {} : { body }),
    }
  }

  const upload = (id: string | null, key: string): Upload => {
    const found = uploads.get(id ?? '')
    if (found === undefined || found.key !== key) throw new Refusal(404, 'NoSuchUpload')
    return found
  }

  const complete = (id: string | null, key: string, { request, body }: WireCall<S3Call>): WireAnswer => {
    const { headers, parts } = upload(id, key)
    const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }))
    const bodies = named.map(({ number, etag }) => {
      const bytes = parts.get(number)
      if (bytes === undefined || `"${md5(bytes).toString('hex')}"` !== etag) throw new Refusal(400, 'InvalidPart')
      return bytes
    })
    if (bodies.slice(0, -1).some((bytes) => bytes.length < leastPart)) throw new Refusal(400, 'EntityTooSmall')
    const etag = `"${md5(Buffer.concat(bodies.map(md5))).toString('hex')}-${bodies.length}"`
    const { 'if-match': match, 'if-none-match': none } = request.headers
    const conditions = {
      ...(match === undefined ? {} : { 'if-match': match }),
      ...(none === undefined ? {} : { 'if-none-match': none }),
    }
    const made = store(key, { ...headers, ...conditions }, Buffer.concat(bodies), etag)
    uploads.delete(id ?? '')
    return {
      headers: { 'content-type': 'application/xml', ...versionHeader(made) },
      body: `<?xml version="1.0"?>\n<CompleteMultipartUploadResult><Key>${escaped(key)}</Key><ETag>${escaped(etag)}</ETag></CompleteMultipartUploadResult>`,
    }
  }

  const answer = (call: WireCall<S3Call>): WireAnswer => {
    const { request, url, body } = call
    const { headers } = request
    const credential = headers.authorization ?? url.searchParams.get('X-Amz-Credential') ?? ''
    if (!credential.includes(`${accessKeyId}/`)) throw new Refusal(403, 'InvalidAccessKeyId')
    if (hasExpired(url, 'Amz', seconds.now())) throw new Refusal(403, 'AccessDenied')
    const [, bucket = '', object] = /^\/([^/]+)\/?(.+)?$/.exec(url.pathname) ?? []
    if (bucket === 'missing') throw new Refusal(404, 'NoSuchBucket')
    const key = `${bucket}/${decodeURIComponent(object ?? '')}`
    const id = url.searchParams.get('uploadId')
    switch (call.call) {
      case 'list':
        return url.searchParams.has('versions')
          ? listVersions(bucket, url.searchParams)
          : list(bucket, url.searchParams)
      case 'insert': {
        checkBody(headers, body)
        const made = store(key, headers, body, `"${md5(body).toString('hex')}"`)
        return { headers: { etag: made.etag, ...versionHeader(made) } }
      }
      case 'delete':
        return remove(key, headers)
      case 'start': {
        const made = randomUUID()
        uploads.set(made, { key, headers, parts: new Map() })
        return {
          headers: { 'content-type': 'application/xml' },
          body: `<?xml version="1.0"?>\n<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
        }
      }
      case 'part':
        checkBody(headers, body)
        upload(id, key).parts.set(Number(url.searchParams.get('partNumber')), body)
        return { headers: { etag: `"${md5(body).toString('hex')}"` } }
      case 'complete':
        return complete(id, key, call)
      case 'abort':
        upload(id, key)
        uploads.delete(id ?? '')
        return { status: 204 }
      default:
        return read(key, call)
    }
  }

  const wire = await startFakeWire<S3Call>({
    callOf: ({ method, headers }, url) => {
      signedAt.push(text(headers['x-amz-date']) ?? '')
      return callOf(method, url)
    },
    answer,
    refuse: ({ status, code, headers }, { method }) => ({
      status,
      headers: { 'content-type': 'application/xml', ...headers },
      ...(method === 'HEAD'
        ? {}
        : { body: `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>No.</Message></Error>` }),
    }),
  })

  return {
    ...wire,
    accessKeyId,
    passTime: seconds.pass,
    /** Uploads in parts that were begun, and neither completed nor given up. */
    uploads,
    /** When each call says that it was signed, as in ISO 8601 without its signs: `20260102T030405Z`. */
    signedAt,
    /** Puts an object as another program would. */
    place(bucket: string, name: string, bytes: Buffer, { contentType, metadata = {} }: PlacedFacts = {}): void {
      const headers = {
        ...(contentType === undefined ? {} : { 'content-type': contentType }),
        ...Object.fromEntries(Object.entries(metadata).map(([each, text]) => [`x-amz-meta-${each}`, text])),
      }
      store(`${bucket}/${name}`, headers, bytes, `"${md5(bytes).toString('hex')}"`)
    },
    remove(bucket: string, name: string): void {
      objects.delete(`${bucket}/${name}`)
    },
    /** Flips a bit of a stored object. */
    damage(bucket: string, name: string): void {
      const bytes = live(`${bucket}/${name}`)?.bytes
      if (bytes !== undefined) bytes[0] = (bytes[0] ?? 0) ^ 1
    },
  }
}
