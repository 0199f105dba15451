import { createHash, randomUUID } from 'node:crypto'
import type { Bucket, File, FileMetadata } from '@google-cloud/storage'
import {
  ChanceryError,
  type DeleteCondition,
  invalidRequest,
  type DocumentStore,
  type PutRequest,
  type StoredDocument,
  type StoreEntry,
  throwIfCancelled,
  optionalPackage,
  unready,
  unreadyReasonOf,
} from '@chancery/core'
import { contentTypeOfName } from '../content-type-of-name.ts'
import { crc32c, crc32cText } from '../crc32c.ts'
import { checkDocumentPath, checkFolderPath, isDocumentPath } from '../document-path.ts'
import {
  changedAllTheTime,
  checkSize,
  corrupt,
  documentExists,
  documentNotFound,
  versionsUnsupported,
  writeConflict,
} from '../store-errors.ts'
import { foreignAnswer, objectIn, objectPage, removeObject } from './gcs-answer.ts'
import { gcsStatus, isNotFound, refusesCredentials } from './gcs-error.ts'
import { repeatedCall } from './repeated-call.ts'

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
  /** Of one call that carries no document, in ms; such with one get more by its size. Default 10,000. */
  readonly callMs?: number
  /** Calls at the most for one that fails in a way that passes. Default 4. */
  readonly attempts?: number
  /** Before a call is made again, in ms, doubled each time. Default 200. */
  readonly backoffMs?: number
}

/** Metadata keys of our own on each object. */
const ownKeys = 'chancery-'
const sha256Key = `${ownKeys}sha256`
const createdKey = `${ownKeys}created-at`
/** Tells our own write from another's, when the answer to it was lost and the repetition meets it. */
const writeKey = `${ownKeys}write`

const pageSize = 1000
/** How often a document is looked at again that others write all the time. */
const conflictAttempts = 20
/** For each byte of a document, in ms: half a megabit a second. */
const perByteMs = 1 / 64

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

/** Bytes; some tools leave the size of an empty object out. */
const sizeOf = ({ size }: FileMetadata): number => Number(size ?? 0)

/** An answer that ends early, and looks whole to the SDK. */
const cutOff = (): Error => Object.assign(new Error('cut off'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })

/** The generation that a version names, if it can be one. */
const isGeneration = (version: string): boolean => /^\d{1,19}$/.test(version)

/**
 * Documents as objects of a Google Cloud Storage bucket. The version is the object's generation. A put that is
 * cancelled while Google has it may still happen, whole.
 */
export function createGcsDocumentStore(settings: GcsDocumentStoreSettings): DocumentStore {
  const {
    id = 'gcs',
    versions = false,
    projectId,
    apiEndpoint,
    callMs = 10_000,
    attempts = 4,
    backoffMs = 200,
  } = settings
  const root = settings.prefix === undefined || settings.prefix === '' ? '' : `${settings.prefix.replace(/\/$/, '')}/`
  /** The bucket has been seen: what is not found in it is an absent document. */
  let isThere = false
  let opening: Promise<Bucket> | undefined
  const bucket = (): Promise<Bucket> =>
    (opening ??= optionalPackage(
      '@google-cloud/storage',
      'To store in Google Cloud Storage',
      () => import('@google-cloud/storage'),
    ).then(({ Storage }) =>
      new Storage({
        // `repeatedCall` says why.
        retryOptions: { autoRetry: false, maxRetries: 0 },
        ...(projectId === undefined ? {} : { projectId }),
        ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
      }).bucket(settings.bucket),
    ))

  /** One call of the SDK, made again where that may help. @param bytes of the document that it carries */
  const call = async <Result>(
    signal: AbortSignal,
    work: (bucket: Bucket) => Promise<Result>,
    bytes = 0,
  ): Promise<Result> => {
    throwIfCancelled(signal)
    const opened = await bucket()
    const repetition = { provider: id, signal, callMs: callMs + bytes * perByteMs, attempts, backoffMs }
    return await repeatedCall(() => work(opened), repetition)
  }

  const fileOf = (from: Bucket, path: string, generation?: string): File =>
    from.file(root + path, generation === undefined ? {} : { generation })

  /** Runs a call that may find nothing. */
  const unlessAbsent = async <Result>(
    work: () => Promise<Result>,
    isAbsent: (error: unknown) => boolean,
  ): Promise<Result | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (isAbsent(error)) return undefined
      throw error
    }
  }

  const firstPage = (signal: AbortSignal): Promise<unknown> =>
    call(signal, (from) => objectPage(from, { prefix: root, maxResults: 1 }))

  const known = async (path: string, signal: AbortSignal, generation?: string): Promise<FileMetadata | undefined> => {
    const found = await call(signal, (from) =>
      unlessAbsent(async () => objectIn((await fileOf(from, path, generation).getMetadata())[0]), isNotFound),
    )
    // An absent bucket is answered like an absent object.
    if (found === undefined && !isThere) await firstPage(signal)
    isThere = true
    return found
  }

  const documentOf = (path: string, object: FileMetadata, digest: string): StoredDocument => {
    const kept = Object.entries(object.metadata ?? {})
    const stated = Date.parse(String(object.metadata?.[createdKey]))
    return {
      path,
      provider: id,
      size: sizeOf(object),
      contentType: object.contentType ?? contentTypeOfName(path),
      sha256: digest,
      crc32c: object.crc32c ?? '',
      version: String(object.generation),
      // Another program may have written anything there.
      createdAt: new Date(Number.isNaN(stated) ? String(object.timeCreated) : stated).toISOString(),
      updatedAt: new Date(String(object.updated ?? object.timeCreated)).toISOString(),
      metadata: Object.fromEntries(
        kept.filter(([key]) => !key.startsWith(ownKeys)).map(([key, value]) => [key, String(value)]),
      ),
    }
  }

  /** The object and its bytes in one and the same generation. `undefined`: absent. */
  const download = async (
    path: string,
    {
      version,
      maxBytes,
      signal,
    }: { readonly version?: string; readonly maxBytes?: number; readonly signal: AbortSignal },
  ): Promise<{ object: FileMetadata; bytes: Uint8Array } | undefined> => {
    for (let attempt = 0; attempt < conflictAttempts; attempt++) {
      const object = await known(path, signal, version)
      if (object === undefined) return undefined
      checkSize(sizeOf(object), maxBytes)
      const bytes = await call(
        signal,
        (from) =>
          unlessAbsent(
            async () => {
              const file = fileOf(from, path, String(object.generation))
              const [content] = await file.download({ validation: false, decompress: false })
              if (content.length < sizeOf(object)) throw cutOff()
              // A generation never changes: what is longer is something else.
              if (content.length > sizeOf(object)) throw foreignAnswer()
              return content
              // Of bytes, Google itself says so in a page; the next look at the object will tell.
            },
            (error) => gcsStatus(error) === '404',
          ),
        sizeOf(object),
      )
      // Otherwise overwritten between the two calls, in a bucket that keeps no older generations.
      if (bytes === undefined) continue
      if (crc32cText(crc32c(bytes)) !== object.crc32c) throw corrupt(path)
      return { object, bytes }
    }
    throw changedAllTheTime(path)
  }

  const put = async ({ path, content, contentType, metadata, condition }: PutRequest, signal: AbortSignal) => {
    const { bytes } = content
    const digest = sha256(bytes)
    const write = randomUUID()
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const checksums = { crc32c: crc32cText(crc32c(bytes)), md5Hash: createHash('md5').update(bytes).digest('base64') }
    for (let attempt = 0; attempt < conflictAttempts; attempt++) {
      const before = condition === 'absent' ? undefined : await known(path, signal)
      if (typeof condition === 'object' && String(before?.generation) !== condition.version) throw writeConflict(path)
      const created = before?.metadata?.[createdKey] ?? before?.timeCreated
      const own = {
        [sha256Key]: digest,
        [writeKey]: write,
        ...(created === undefined ? {} : { [createdKey]: String(created) }),
      }
      try {
        const stored = await call(
          signal,
          async (to) => {
            const file = fileOf(to, path)
            await file.save(body, {
              resumable: false,
              // The server compares the checksums that it is given, and refuses what does not have them.
              validation: false,
              metadata: { contentType, ...checksums, metadata: { ...metadata, ...own } },
              // Always with a condition: a write that is made again after a lost answer is no second one.
              preconditionOpts: { ifGenerationMatch: before?.generation ?? 0 },
            })
            return objectIn(file.metadata)
          },
          bytes.length,
        )
        isThere = true
        return documentOf(path, stored, digest)
      } catch (error) {
        if (!ChanceryError.is(error) || error.cause !== '412') throw error
        const now = await known(path, signal)
        if (now?.metadata?.[writeKey] === write) return documentOf(path, now, digest)
        if (condition !== 'any') throw condition === 'absent' ? documentExists(path) : writeConflict(path)
      }
    }
    throw writeConflict(path)
  }

  /**
   * Always names the generation that was seen: what another writes between two tries of one call is not taken away with
   * it. A try whose answer is lost may have been done, so that a later one finds nothing.
   */
  const remove = async (path: string, condition: DeleteCondition, signal: AbortSignal): Promise<boolean> => {
    let mayBeDone = false
    for (let attempt = 0; attempt < conflictAttempts; attempt++) {
      const found = await known(path, signal)
      if (found === undefined) return mayBeDone
      const generation = String(found.generation)
      if (typeof condition === 'object' && generation !== condition.version) throw writeConflict(path)
      let tries = 0
      const isDone = await call(signal, (from) =>
        unlessAbsent(
          async () => {
            tries++
            await removeObject(from, root + path, generation)
            return true
          },
          (error) => isNotFound(error) || gcsStatus(error) === '412',
        ),
      )
      if (isDone === true) return true
      mayBeDone = tries > 1
      // What is there now, if anything, may have come after it.
      if (mayBeDone && condition === 'any') return true
    }
    throw changedAllTheTime(path)
  }

  return {
    id,
    capabilities: { versions },

    async put(request, { signal }) {
      checkDocumentPath(request.path)
      checkMetadata(request.metadata)
      return put(request, signal)
    },

    async read(path, { version, maxBytes, signal }) {
      checkDocumentPath(path)
      if (version !== undefined && !versions) throw versionsUnsupported(id)
      if (version !== undefined && !isGeneration(version)) throw documentNotFound(path)
      const found = await download(path, {
        signal,
        ...(version === undefined ? {} : { version }),
        ...(maxBytes === undefined ? {} : { maxBytes }),
      })
      if (found === undefined) throw documentNotFound(path)
      const digest = sha256(found.bytes)
      const stated = found.object.metadata?.[sha256Key]
      if (stated !== undefined && stated !== digest) throw corrupt(path)
      return { document: documentOf(path, found.object, digest), bytes: found.bytes }
    },

    async stat(path, { signal }) {
      checkDocumentPath(path)
      const object = await known(path, signal)
      if (object === undefined) return undefined
      const stated = object.metadata?.[sha256Key]
      if (stated !== undefined) return documentOf(path, object, String(stated))
      // Put there by another program: its SHA-256 can only be known by reading it.
      const found = await download(path, { signal })
      return found && documentOf(path, found.object, sha256(found.bytes))
    },

    async delete(path, { condition, signal }) {
      checkDocumentPath(path)
      return remove(path, condition, signal)
    },

    async *list(folder, { after, signal }): AsyncGenerator<StoreEntry> {
      checkFolderPath(folder)
      const prefix = folder === '' ? root : `${root}${folder}/`
      let pageToken: string | undefined
      do {
        const query = {
          prefix,
          maxResults: pageSize,
          ...(after === undefined ? {} : { startOffset: root + after }),
          ...(pageToken === undefined ? {} : { pageToken }),
        }
        const page = await call(signal, (from) => objectPage(from, query))
        isThere = true
        for (const object of page.objects) {
          throwIfCancelled(signal)
          const { name } = object
          const key = name.slice(root.length)
          const path = key.replace(/\/$/, '')
          // Names that no document can have were not put there through this service.
          if (name === prefix || key === after || !isDocumentPath(path)) continue
          const updatedAt = new Date(object.updated).toISOString()
          if (path !== key) yield { kind: 'folder', path, updatedAt }
          else {
            const contentType = object.contentType ?? contentTypeOfName(path)
            yield { kind: 'document', path, size: sizeOf(object), contentType, updatedAt }
          }
        }
        pageToken = page.nextPageToken
      } while (pageToken !== undefined)
    },

    async check({ signal }) {
      try {
        await firstPage(signal)
      } catch (error) {
        if (ChanceryError.is(error) && error.kind === 'cancelled') throw error
        throw unready(
          id,
          refusesCredentials(error) ? 'credentials_refused' : unreadyReasonOf(error),
          'The bucket cannot be used.',
          {
            cause: error,
          },
        )
      }
    },
  }
}
