import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { PlacedFacts } from '../objects/object-store-vendor.test-support.ts'
import { startSeconds } from '../objects/fake-seconds.ts'
import { partOf, Refusal, startFakeWire, type WireAnswer, type WireCall } from '../objects/fake-wire.ts'

export type AzureCall = 'insert' | 'get' | 'media' | 'list' | 'delete' | 'part' | 'complete'

interface StoredBlob {
  readonly bytes: Buffer
  readonly etag: string
  readonly versionId: string
  /** In whole seconds, as HTTP has it. */
  readonly created: Date
  readonly modified: Date
  readonly contentType: string
  readonly md5: string
  /** As they are answered. */
  readonly metadata: Readonly<Record<string, string>>
  readonly blockIdLength?: number
}

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64')
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const text = (value: string | readonly string[] | undefined): string | undefined =>
  value === undefined || typeof value === 'string' ? value : value[0]

const callOf = (method: string | undefined, { searchParams }: URL): AzureCall => {
  const comp = searchParams.get('comp')
  if (comp === 'list') return 'list'
  if (comp === 'block') return 'part'
  if (comp === 'blocklist') return 'complete'
  return method === 'DELETE' ? 'delete' : method === 'PUT' ? 'insert' : method === 'HEAD' ? 'get' : 'media'
}

/**
 * The part of the REST API of Azure Blob Storage that the adapter uses, on 127.0.0.1: conditions, MD5 that is compared,
 * blocks, versions, flat lists and lists by hierarchy in pages, the rules of metadata names, and faults on demand.
 */
export async function startFakeAzure({ versioning = false, pageSize = 1000, account = 'fakeaccount' } = {}) {
  /** Oldest first. */
  const blobs = new Map<string, StoredBlob[]>()
  /** Names whose newest version was deleted. */
  const deleted = new Set<string>()
  const uncommitted = new Map<string, Map<string, Buffer>>()
  const seconds = startSeconds()
  let writes = 0

  const live = (key: string): StoredBlob | undefined => (deleted.has(key) ? undefined : blobs.get(key)?.at(-1))

  const checkConditions = (headers: IncomingHttpHeaders, key: string): void => {
    const there = live(key)
    if (headers['if-none-match'] === '*' && there !== undefined) throw new Refusal(409, 'BlobAlreadyExists')
    const wanted = text(headers['if-match'])
    if (wanted !== undefined && wanted !== there?.etag) throw new Refusal(412, 'ConditionNotMet')
  }

  /** @param isOurs whether it comes from the adapter, which always states it */
  const checkBody = (headers: IncomingHttpHeaders, body: Buffer, isOurs = true): void => {
    const wanted = text(headers['content-md5'])
    if (wanted === undefined && !isOurs) return
    if (wanted === undefined) throw new Refusal(400, 'TheTestWantsContentMD5')
    if (wanted !== md5(body)) throw new Refusal(400, 'Md5Mismatch')
  }

  const metadataIn = (headers: IncomingHttpHeaders): Record<string, string> => {
    const found = Object.entries(headers).filter(([name]) => name.startsWith('x-ms-meta-'))
    if (found.some(([name, value]) => !/^x-ms-meta-[a-z_]\w*$/i.test(name) || value === ''))
      throw new Refusal(400, 'InvalidMetadata')
    const size = found.reduce((sum, [name, value]) => sum + name.length - 10 + String(value).length, 0)
    if (size > 8192) throw new Refusal(400, 'MetadataTooLarge')
    return Object.fromEntries(found.map(([name, value]) => [name, String(value)]))
  }

  const store = (key: string, headers: IncomingHttpHeaders, bytes: Buffer, blockIdLength?: number): StoredBlob => {
    const name = key.slice(key.indexOf('/') + 1)
    if (name.length > 1024 || name.split('/').length > 254) throw new Refusal(400, 'OutOfRangeInput')
    checkConditions(headers, key)
    const now = seconds.now()
    writes++
    const blob: StoredBlob = {
      bytes: Buffer.from(bytes),
      etag: `"0x8D${writes.toString(16).toUpperCase().padStart(13, '0')}"`,
      versionId: `2026-01-01T00:00:00.${String(writes).padStart(7, '0')}Z`,
      created: live(key)?.created ?? now,
      modified: now,
      contentType: text(headers['x-ms-blob-content-type']) ?? 'application/octet-stream',
      md5: text(headers['x-ms-blob-content-md5']) ?? md5(bytes),
      metadata: metadataIn(headers),
      ...(blockIdLength === undefined ? {} : { blockIdLength }),
    }
    deleted.delete(key)
    uncommitted.delete(key)
    blobs.set(key, versioning ? [...(blobs.get(key) ?? []), blob] : [blob])
    return blob
  }

  const marks = ({ etag, versionId, modified }: StoredBlob): Record<string, string> => ({
    etag,
    'last-modified': modified.toUTCString(),
    'x-ms-request-id': 'fake',
    ...(versioning ? { 'x-ms-version-id': versionId } : {}),
  })

  const blobXml = (name: string, { created, modified, etag, bytes, contentType }: StoredBlob): string =>
    `<Blob><Name>${escaped(name)}</Name><Properties><Creation-Time>${created.toUTCString()}</Creation-Time><Last-Modified>${modified.toUTCString()}</Last-Modified><Etag>${etag.replaceAll('"', '')}</Etag><Content-Length>${bytes.length}</Content-Length><Content-Type>${escaped(contentType)}</Content-Type><BlobType>BlockBlob</BlobType></Properties></Blob>`

  const listVersions = (container: string, query: URLSearchParams): WireAnswer => {
    const prefix = query.get('prefix') ?? ''
    const all = [...blobs.keys()]
      .filter((key) => key.startsWith(`${container}/${prefix}`))
      .sort(byBytes)
      .flatMap((key) => (blobs.get(key) ?? []).map((blob) => ({ name: key.slice(container.length + 1), blob })))
    const from = Number(query.get('marker') ?? 0)
    const size = Math.min(Number(query.get('maxresults') ?? 5000), pageSize)
    const items = all.slice(from, from + size).map(({ name, blob }) => {
      const version = `</Name><VersionId>${blob.versionId}</VersionId>`
      const named = Object.entries(blob.metadata).map(([header, value]) => {
        const tag = header.slice('x-ms-meta-'.length)
        return `<${tag}>${escaped(value)}</${tag}>`
      })
      const metadata =
        query.get('include')?.includes('metadata') === true ? `<Metadata>${named.join('')}</Metadata>` : ''
      return blobXml(name, blob).replace('</Name>', version).replace('</Blob>', `${metadata}</Blob>`)
    })
    const next = from + size < all.length ? String(from + size) : ''
    return {
      headers: { 'content-type': 'application/xml', 'x-ms-request-id': 'fake' },
      body: `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="http://fake/" ContainerName="${container}"><Prefix>${escaped(prefix)}</Prefix><Blobs>${items.join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`,
    }
  }

  const list = (container: string, query: URLSearchParams): WireAnswer => {
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter')
    const names = [...blobs.keys()]
      .filter((key) => key.startsWith(`${container}/`) && live(key) !== undefined)
      .map((key) => key.slice(container.length + 1))
      .filter((name) => name.startsWith(prefix))
      .map((name) => {
        const end = delimiter === null ? -1 : name.indexOf(delimiter, prefix.length)
        return end === -1 ? { name } : { name: name.slice(0, end + 1), isFolder: true }
      })
    const entries = [...new Map(names.map((entry) => [`${entry.isFolder ?? false}${entry.name}`, entry])).values()]
      .filter(({ name }) => byBytes(name, query.get('marker') ?? '') >= 0)
      .sort((a, b) => byBytes(a.name, b.name))
    const size = Math.min(Number(query.get('maxresults') ?? 5000), pageSize)
    const next = entries[size]?.name ?? ''
    const items = entries.slice(0, size).map(({ name, isFolder }) => {
      const blob = live(`${container}/${name}`)
      if (isFolder === true) return `<BlobPrefix><Name>${escaped(name)}</Name></BlobPrefix>`
      return blob === undefined ? '' : blobXml(name, blob)
    })
    return {
      headers: { 'content-type': 'application/xml', 'x-ms-request-id': 'fake' },
      body: `<?xml version="1.0" encoding="utf-8"?><EnumerationResults ServiceEndpoint="http://fake/" ContainerName="${container}"><Prefix>${escaped(prefix)}</Prefix><Blobs>${items.join('')}</Blobs><NextMarker>${escaped(next)}</NextMarker></EnumerationResults>`,
    }
  }

  const read = (key: string, { request, url, call }: WireCall<AzureCall>): WireAnswer => {
    const wanted = url.searchParams.get('versionid')
    if (wanted !== null && !/^\d{4}-\d\d-\d\dT/.test(wanted)) throw new Refusal(400, 'InvalidQueryParameterValue')
    const found = wanted === null ? live(key) : blobs.get(key)?.find(({ versionId }) => versionId === wanted)
    if (found === undefined) throw new Refusal(404, 'BlobNotFound')
    const match = request.headers['if-match']
    if (match !== undefined && match !== found.etag) throw new Refusal(412, 'ConditionNotMet')
    const { status, headers, body } = partOf(found.bytes, text(request.headers['x-ms-range']))
    return {
      status,
      headers: {
        ...marks(found),
        ...found.metadata,
        'content-type': found.contentType,
        ...(status === 200 ? { 'content-md5': found.md5 } : { 'x-ms-blob-content-md5': found.md5 }),
        ...headers,
        'x-ms-creation-time': found.created.toUTCString(),
        'x-ms-blob-type': 'BlockBlob',
      },
      ...(call === 'get' ? {} : { body }),
    }
  }

  const stage = (key: string, { request, url, body }: WireCall<AzureCall>): WireAnswer => {
    checkBody(request.headers, body)
    const id = url.searchParams.get('blockid') ?? ''
    const staged = uncommitted.get(key) ?? new Map<string, Buffer>()
    const lengths = [live(key)?.blockIdLength, ...[...staged.keys()].map((each) => each.length)]
    if (lengths.some((length) => length !== undefined && length !== id.length))
      throw new Refusal(400, 'InvalidBlobOrBlock')
    uncommitted.set(key, staged.set(id, Buffer.from(body)))
    return { status: 201, headers: { 'x-ms-request-id': 'fake' } }
  }

  const commit = (key: string, { request, body }: WireCall<AzureCall>): WireAnswer => {
    checkConditions(request.headers, key)
    const ids = [...body.toString().matchAll(/<(?:Latest|Uncommitted)>(.*?)</g)].map(([, id = '']) => id)
    const staged = uncommitted.get(key)
    const blocks = ids.map((id) => {
      const block = staged?.get(id)
      if (block === undefined) throw new Refusal(400, 'InvalidBlockList')
      return block
    })
    const made = store(key, request.headers, Buffer.concat(blocks), ids[0]?.length)
    return { status: 201, headers: marks(made) }
  }

  const answer = (call: WireCall<AzureCall>): WireAnswer => {
    const { request, url, body } = call
    const isSigned = request.headers.authorization?.startsWith(`SharedKey ${account}:`) === true
    if (!isSigned && !url.searchParams.has('sig')) throw new Refusal(403, 'AuthenticationFailed')
    const ends = url.searchParams.get('se')
    if (ends !== null && !(seconds.now().getTime() < Date.parse(ends))) throw new Refusal(403, 'AuthenticationFailed')
    const [, container = '', name = ''] = /^\/[^/]+\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? []
    if (container === 'missing') throw new Refusal(404, 'ContainerNotFound')
    const key = `${container}/${decodeURIComponent(name)}`
    switch (call.call) {
      case 'list':
        return url.searchParams.get('include')?.includes('versions') === true
          ? listVersions(container, url.searchParams)
          : list(container, url.searchParams)
      case 'insert': {
        checkBody(request.headers, body, isSigned)
        // An address for creating replaces nothing, whatever its holder leaves out.
        const mayReplace = isSigned || url.searchParams.get('sp')?.includes('w') === true
        if (!mayReplace && live(key) !== undefined) throw new Refusal(403, 'AuthorizationPermissionMismatch')
        const made = store(key, request.headers, body)
        return { status: 201, headers: { ...marks(made), 'content-md5': md5(body) } }
      }
      case 'part':
        return stage(key, call)
      case 'complete':
        return commit(key, call)
      case 'delete': {
        if (live(key) === undefined) throw new Refusal(404, 'BlobNotFound')
        checkConditions(request.headers, key)
        if (versioning) deleted.add(key)
        else blobs.delete(key)
        return { status: 202, headers: { 'x-ms-request-id': 'fake' } }
      }
      default:
        return read(key, call)
    }
  }

  const wire = await startFakeWire<AzureCall>({
    callOf: ({ method }, url) => callOf(method, url),
    answer,
    refuse: ({ status, code, headers }, { method }) => ({
      status,
      headers: { 'content-type': 'application/xml', 'x-ms-error-code': code, ...headers },
      ...(method === 'HEAD'
        ? {}
        : { body: `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>No.</Message></Error>` }),
    }),
  })

  return {
    ...wire,
    endpoint: `${wire.endpoint}/${account}`,
    account,
    passTime: seconds.pass,
    /** Puts a blob as another program would. @param blockIdLength that of its blocks, where it was made of any */
    place(
      container: string,
      name: string,
      bytes: Buffer,
      { contentType, metadata = {}, blockIdLength }: PlacedFacts & { readonly blockIdLength?: number } = {},
    ): void {
      const kept = Object.entries(metadata).filter(([each]) => !each.includes('-'))
      const headers = {
        ...(contentType === undefined ? {} : { 'x-ms-blob-content-type': contentType }),
        ...Object.fromEntries(kept.map(([each, value]) => [`x-ms-meta-${each}`, value])),
      }
      store(`${container}/${name}`, headers, bytes, blockIdLength)
    },
    remove(container: string, name: string): void {
      blobs.delete(`${container}/${name}`)
    },
    /** Flips a bit of a stored blob. */
    damage(container: string, name: string): void {
      const bytes = live(`${container}/${name}`)?.bytes
      if (bytes !== undefined) bytes[0] = (bytes[0] ?? 0) ^ 1
    },
  }
}
