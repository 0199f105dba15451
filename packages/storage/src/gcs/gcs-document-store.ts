import { createHash, randomUUID } from 'node:crypto'
import type { Bucket, File, FileMetadata } from '@google-cloud/storage'
import {
  ChanceryError,
  invalidRequest,
  type DocumentStore,
  type PutRequest,
  type StoredDocument,
  type StoreEntry,
  throwIfCancelled,
} from '@chancery/core'
import { untilCancelled } from '../until-cancelled.ts'
import { contentTypeOfName } from '../content-type-of-name.ts'
import { crc32c, crc32cText } from '../crc32c.ts'
import { checkDocumentPath, checkFolderPath, isDocumentPath } from '../document-path.ts'
import {
  checkSize,
  corrupt,
  documentExists,
  documentNotFound,
  versionsUnsupported,
  writeConflict,
} from '../store-errors.ts'
import { gcsError, gcsStatus } from './gcs-error.ts'

/** Credentials are not among them: Google's client finds the application default ones. */
export interface GcsDocumentStoreSettings {
  readonly bucket: string
  /** A folder in the bucket that everything lies below. */
  readonly prefix?: string
  readonly projectId?: string
  /** Another endpoint than Google's, such as an emulator; it is called without credentials. */
  readonly apiEndpoint?: string
  /** The name of the provider. Default `gcs`. */
  readonly id?: string
  /** The bucket has object versioning on, so that older generations can be read. Default false. */
  readonly versions?: boolean
}

/** Metadata keys of our own on each object. */
const ownKeys = 'chancery-'
const sha256Key = `${ownKeys}sha256`
const createdKey = `${ownKeys}created-at`
/** Tells our own write from another's, when the answer to it was lost and the repetition meets it. */
const writeKey = `${ownKeys}write`

const pageSize = 1000
const readAttempts = 20

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const checkMetadata = (metadata: PutRequest['metadata']): void => {
  const reserved = Object.keys(metadata).find((key) => key.startsWith(ownKeys))
  if (reserved !== undefined) {
    throw invalidRequest(
      '/metadata',
      'metadata_reserved',
      `Metadata names that begin with \`${ownKeys}\` are reserved.`,
    )
  }
}

/** The generation that a version names, if it can be one. */
const isGeneration = (version: string): boolean => /^\d{1,19}$/.test(version)

/**
 * Documents as objects of a Google Cloud Storage bucket. The version is the object's generation. A put that is
 * cancelled while Google has it may still happen, whole.
 */
export function createGcsDocumentStore(settings: GcsDocumentStoreSettings): DocumentStore {
  const { id = 'gcs', versions = false, projectId, apiEndpoint } = settings
  const root = settings.prefix === undefined || settings.prefix === '' ? '' : `${settings.prefix.replace(/\/$/, '')}/`
  let opening: Promise<Bucket> | undefined
  const bucket = (): Promise<Bucket> =>
    (opening ??= import('@google-cloud/storage').then(({ Storage }) =>
      new Storage({
        ...(projectId === undefined ? {} : { projectId }),
        ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
      }).bucket(settings.bucket),
    ))

  const guarded = async <Result>(signal: AbortSignal, work: (bucket: Bucket) => Promise<Result>): Promise<Result> => {
    throwIfCancelled(signal)
    try {
      return await untilCancelled(signal, bucket().then(work))
    } catch (error) {
      throw gcsError(error, id)
    }
  }

  const fileOf = (from: Bucket, path: string, generation?: string): File =>
    from.file(root + path, generation === undefined ? {} : { generation })

  const known = async (file: File): Promise<FileMetadata | undefined> => {
    try {
      const [metadata] = await file.getMetadata()
      return metadata
    } catch (error) {
      if (gcsStatus(error) === '404') return undefined
      throw error
    }
  }

  const documentOf = (path: string, object: FileMetadata, digest: string): StoredDocument => {
    const kept = Object.entries(object.metadata ?? {})
    const createdAt = object.metadata?.[createdKey] ?? object.timeCreated
    return {
      path,
      provider: id,
      size: Number(object.size),
      contentType: object.contentType ?? contentTypeOfName(path),
      sha256: digest,
      crc32c: object.crc32c ?? '',
      version: String(object.generation),
      createdAt: new Date(String(createdAt)).toISOString(),
      updatedAt: new Date(String(object.updated ?? object.timeCreated)).toISOString(),
      metadata: Object.fromEntries(
        kept.filter(([key]) => !key.startsWith(ownKeys)).map(([key, value]) => [key, String(value)]),
      ),
    }
  }

  /** The object and its bytes in one and the same generation. `undefined`: absent. */
  const download = async (
    from: Bucket,
    path: string,
    { version, maxBytes }: { readonly version?: string | undefined; readonly maxBytes?: number | undefined },
  ): Promise<{ object: FileMetadata; bytes: Uint8Array } | undefined> => {
    for (let attempt = 0; attempt < readAttempts; attempt++) {
      const object = await known(fileOf(from, path, version))
      if (object === undefined) return undefined
      checkSize(Number(object.size), maxBytes)
      try {
        const [bytes] = await fileOf(from, path, String(object.generation)).download({
          validation: false,
          decompress: false,
        })
        if (crc32cText(crc32c(bytes)) !== object.crc32c) throw corrupt(path)
        return { object, bytes }
      } catch (error) {
        // Overwritten between the two calls, in a bucket that keeps no older generations.
        if (gcsStatus(error) !== '404') throw error
      }
    }
    throw new ChanceryError('write_conflict', 'The document is being changed all the time.', { details: { path } })
  }

  const put = async (to: Bucket, { path, content, contentType, metadata, condition }: PutRequest) => {
    const { bytes } = content
    const file = fileOf(to, path)
    const digest = sha256(bytes)
    const write = randomUUID()
    const before = condition === 'absent' ? undefined : await known(file)
    if (typeof condition === 'object' && String(before?.generation) !== condition.version) throw writeConflict(path)
    const created = before?.metadata?.[createdKey] ?? before?.timeCreated
    const match = condition === 'absent' ? 0 : typeof condition === 'object' ? condition.version : undefined
    try {
      await file.save(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
        resumable: false,
        // The server compares the checksums that it is given, and refuses what does not have them.
        validation: false,
        metadata: {
          contentType,
          crc32c: crc32cText(crc32c(bytes)),
          md5Hash: createHash('md5').update(bytes).digest('base64'),
          metadata: {
            ...metadata,
            [sha256Key]: digest,
            [writeKey]: write,
            ...(created === undefined ? {} : { [createdKey]: String(created) }),
          },
        },
        ...(match === undefined ? {} : { preconditionOpts: { ifGenerationMatch: match } }),
      })
      return documentOf(path, file.metadata, digest)
    } catch (error) {
      const status = gcsStatus(error)
      if (status === '404')
        throw new ChanceryError('provider_failed', 'There is no such bucket.', { details: { provider: id } })
      if (status !== '412') throw error
      const now = await known(file)
      if (now?.metadata?.[writeKey] === write) return documentOf(path, now, digest)
      throw condition === 'absent' ? documentExists(path) : writeConflict(path)
    }
  }

  return {
    id,
    capabilities: { versions },

    async put(request, { signal }) {
      checkDocumentPath(request.path)
      checkMetadata(request.metadata)
      return guarded(signal, (to) => put(to, request))
    },

    async read(path, { version, maxBytes, signal }) {
      checkDocumentPath(path)
      if (version !== undefined && !versions) throw versionsUnsupported(id)
      if (version !== undefined && !isGeneration(version)) throw documentNotFound(path)
      const found = await guarded(signal, (from) => download(from, path, { version, maxBytes }))
      if (found === undefined) throw documentNotFound(path)
      const digest = sha256(found.bytes)
      const stated = found.object.metadata?.[sha256Key]
      if (stated !== undefined && stated !== digest) throw corrupt(path)
      return { document: documentOf(path, found.object, digest), bytes: found.bytes }
    },

    async stat(path, { signal }) {
      checkDocumentPath(path)
      return guarded(signal, async (from) => {
        const object = await known(fileOf(from, path))
        if (object === undefined) return undefined
        const stated = object.metadata?.[sha256Key]
        if (stated !== undefined) return documentOf(path, object, String(stated))
        // Put there by another program: its SHA-256 can only be known by reading it.
        const found = await download(from, path, {})
        return found && documentOf(path, found.object, sha256(found.bytes))
      })
    },

    async *list(folder, { after, signal }): AsyncGenerator<StoreEntry> {
      checkFolderPath(folder)
      const prefix = folder === '' ? root : `${root}${folder}/`
      let pageToken: string | undefined
      do {
        const query = {
          prefix,
          autoPaginate: false,
          maxResults: pageSize,
          fields: 'items(name,size,contentType,updated),nextPageToken',
          ...(after === undefined ? {} : { startOffset: root + after }),
          ...(pageToken === undefined ? {} : { pageToken }),
        }
        const [files, next] = await guarded(signal, (from) => from.getFiles(query))
        // With `fields`, the SDK hands over the plain resources, whatever its types say.
        for (const object of files as unknown as readonly FileMetadata[]) {
          throwIfCancelled(signal)
          const name = String(object.name)
          const key = name.slice(root.length)
          const path = key.replace(/\/$/, '')
          // Names that no document can have were not put there through this service.
          if (name === prefix || key === after || !isDocumentPath(path)) continue
          const updatedAt = new Date(String(object.updated)).toISOString()
          if (path !== key) yield { kind: 'folder', path, updatedAt }
          else {
            const contentType = object.contentType ?? contentTypeOfName(path)
            yield { kind: 'document', path, size: Number(object.size), contentType, updatedAt }
          }
        }
        pageToken = (next as { pageToken?: string } | null)?.pageToken
      } while (pageToken !== undefined)
    },

    async check({ signal }) {
      try {
        await guarded(signal, (from) => from.getFiles({ prefix: root, autoPaginate: false, maxResults: 1 }))
      } catch (error) {
        if (ChanceryError.is(error) && error.kind === 'cancelled') throw error
        throw new ChanceryError('provider_unavailable', 'The bucket cannot be used.', {
          details: { provider: id },
          cause: error,
        })
      }
    },
  }
}
