import { createHash, randomUUID } from 'node:crypto'
import {
  type ByteRange,
  ChanceryError,
  type DeleteCondition,
  type DocumentStore,
  type PutRequest,
  type StoredDocument,
  type StoreEntry,
  throwIfCancelled,
  unready,
  unreadyReasonOf,
  untilAborted,
} from '@chancery/core'
import { rangeWithin } from '../byte-range.ts'
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
import { collected, type Digests, digestsOf, isStream } from '../streamed-content.ts'
import { checkConditions, type ConditionsKept, ownFolder } from './conditions.ts'
import { streamedBody, wholeBody } from './object-body.ts'
import type { NewObject, ObjectBody, ObjectDriver, ObjectFacts, Repeat } from './object-driver.ts'
import { cutOff, foreignAnswer } from './object-problems.ts'
import { objectTwins } from './object-twins.ts'
import { repeatedCall } from './repeated-call.ts'

/** What all object stores may be told. */
export interface ObjectStoreSettings {
  /** A folder in the bucket that everything lies below. */
  readonly prefix?: string
  /** The name of the provider. */
  readonly id?: string
  /** The bucket keeps older versions, so that they can be read. Default false. */
  readonly versions?: boolean
  /**
   * Whether it is tried, before the first write, that the store keeps to conditions. Default: where another endpoint than
   * the vendor's is set.
   */
  readonly conditions?: 'try' | 'trust'
  /** Of one call that carries no document, in ms; such with one get more by its size. Default 10,000. */
  readonly callMs?: number
  /** Calls at the most for one that fails in a way that passes. Default 4. */
  readonly attempts?: number
  /** Before a call is made again, in ms, doubled each time. Default 200. */
  readonly backoffMs?: number
}

/** How often a document is looked at again that others write all the time. */
const conflictAttempts = 20
/** For finding out whether conditions hold, in ms. */
const conditionsMs = 30_000
/** For each byte of a document, in ms: half a megabit a second. */
const perByteMs = 1 / 64

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const crcOf = (bytes: Uint8Array): string => crc32cText(crc32c(bytes))

/** The first of these that is a time, as ISO 8601. Another program may have written anything there. */
const timeIn = (...texts: readonly (string | undefined)[]): string => {
  const found = texts.map((text) => Date.parse(text ?? '')).find((time) => !Number.isNaN(time))
  return new Date(found ?? 0).toISOString()
}

/**
 * Documents as objects of a bucket: one object each, under the path of the document, with what else is known of it in the
 * metadata. A put that is cancelled while the store has it may still happen, whole.
 * @param open loads the SDK, at the first call
 */
export function createObjectDocumentStore(
  id: string,
  settings: ObjectStoreSettings & { readonly conditions: 'try' | 'trust' },
  open: () => Promise<ObjectDriver>,
): DocumentStore {
  const { versions = false, callMs = 10_000, attempts = 4, backoffMs = 200 } = settings
  const root = settings.prefix === undefined || settings.prefix === '' ? '' : `${settings.prefix.replace(/\/$/, '')}/`
  /** The bucket has been seen: what is not found in it is an absent document. */
  let isThere = false
  let opening: Promise<ObjectDriver> | undefined
  const opened = (): Promise<ObjectDriver> => (opening ??= open())

  const repeatFor = (driver: ObjectDriver, signal: AbortSignal): Repeat => {
    return (work, bytes = 0) =>
      repeatedCall(work, { driver, signal, callMs: callMs + bytes * perByteMs, attempts, backoffMs })
  }
  /** One call of the SDK, made again where that may help. @param bytes that it carries */
  const call = async <Result>(
    signal: AbortSignal,
    work: (driver: ObjectDriver, signal: AbortSignal) => Promise<Result>,
    bytes = 0,
  ): Promise<Result> => {
    throwIfCancelled(signal)
    const driver = await opened()
    return await repeatFor(driver, signal)((own) => work(driver, own), bytes)
  }

  const touch = (signal: AbortSignal): Promise<unknown> => call(signal, (driver, own) => driver.touch(root, own))

  let trying: Promise<ConditionsKept> | undefined
  /** What the store keeps to, found out once for all callers. A store that cannot be asked now is asked again. */
  const conditionsKept = async (signal: AbortSignal): Promise<ConditionsKept> => {
    if (settings.conditions === 'trust') return { deletes: true }
    const driver = await opened()
    trying ??= checkConditions(driver, root, repeatFor(driver, AbortSignal.timeout(conditionsMs)), id)
    const tried = trying
    tried.catch(() => {
      if (trying === tried) trying = undefined
    })
    return await untilAborted(tried, signal)
  }

  const find = async (path: string, signal: AbortSignal, version?: string): Promise<ObjectFacts | undefined> => {
    const found = await call(signal, (driver, own) => driver.find(root + path, version, own))
    // An absent bucket is answered like an absent object.
    if (found === undefined && !isThere) await touch(signal)
    isThere = true
    return found
  }

  const documentOf = (path: string, object: ObjectFacts, digest: string, crc?: string): StoredDocument => ({
    path,
    provider: id,
    size: object.size,
    contentType: object.contentType ?? contentTypeOfName(path),
    sha256: digest,
    crc32c: crc ?? object.crc32c ?? object.own.crc32c ?? '',
    version: object.version,
    createdAt: timeIn(object.own.createdAt, object.createdAt),
    updatedAt: object.updatedAt,
    metadata: object.metadata,
  })

  /** The document and its bytes, or some of them, in one and the same version. `undefined`: absent. */
  const download = async (
    path: string,
    { version, range, maxBytes, signal }: Parameters<DocumentStore['read']>[1],
  ): Promise<{ readonly document: StoredDocument; readonly bytes: Uint8Array } | undefined> => {
    for (let attempt = 0; attempt < conflictAttempts; attempt++) {
      const object = await find(path, signal, version)
      if (object === undefined) return undefined
      const within = rangeWithin(range, object.size)
      checkSize(within.end - within.start, maxBytes)
      const bytes = await call(signal, (driver, own) => bytesOf(driver, object, within, own), within.end - within.start)
      // Otherwise overwritten between the two calls, in a bucket that keeps no older versions.
      if (bytes === undefined) continue
      if (range !== undefined) {
        const document = await described(path, object, version, signal)
        // Of another program, and overwritten while it was read for its checksum.
        if (document?.version !== object.version) continue
        return { document, bytes }
      }
      const [digest, crc] = [sha256(bytes), crcOf(bytes)]
      if (digest !== (object.own.sha256 ?? digest) || crc !== (object.crc32c ?? object.own.crc32c ?? crc))
        throw corrupt(path)
      return { document: documentOf(path, object, digest, crc), bytes }
    }
    throw changedAllTheTime(path)
  }

  const put = async (request: PutRequest, signal: AbortSignal): Promise<StoredDocument> => {
    const { path, contentType, metadata, condition } = request
    const write = randomUUID()
    const { body, md5, digests } = await bodyOf(await opened(), request, signal)
    const own = { ...digests, write }
    await conditionsKept(signal)
    for (let attempt = 0; attempt < conflictAttempts; attempt++) {
      const before = condition === 'absent' ? undefined : await find(path, signal)
      if (typeof condition === 'object' && before?.version !== condition.version) throw writeConflict(path)
      const created = before && timeIn(before.own.createdAt, before.createdAt)
      // Always with a condition: a write that is made again after a lost answer is no second one.
      const object: NewObject = {
        name: root + path,
        body,
        contentType,
        metadata,
        own: { ...own, ...(created === undefined ? {} : { createdAt: created }) },
        ...(md5 === undefined ? {} : { md5 }),
        crc32c: own.crc32c,
        ...(before === undefined ? {} : { replaces: before.tag }),
      }
      throwIfCancelled(signal)
      const driver = await opened()
      const stored = await driver.write(object, repeatFor(driver, signal))
      isThere = true
      if (stored !== 'refused') return documentOf(path, stored, own.sha256, own.crc32c)
      const now = await find(path, signal)
      if (now?.own.write === write) return documentOf(path, now, own.sha256, own.crc32c)
      if (typeof condition === 'object') throw writeConflict(path)
      if (condition === 'absent' && now !== undefined) throw documentExists(path)
    }
    throw changedAllTheTime(path)
  }

  /** What is known of an object; one of another program is read, since its SHA-256 is not known otherwise. */
  const described = async (
    path: string,
    object: ObjectFacts,
    version: string | undefined,
    signal: AbortSignal,
  ): Promise<StoredDocument | undefined> => {
    const { sha256: stated, crc32c: statedCrc = object.crc32c } = object.own
    if (stated !== undefined && statedCrc !== undefined) return documentOf(path, object, stated)
    return (await download(path, { signal, ...(version === undefined ? {} : { version }) }))?.document
  }

  /**
   * The versions of the document that is there: the bucket also has those of one that was deleted before it, which began at
   * another time.
   */
  const versionsOf = async (path: string, signal: AbortSignal): Promise<readonly StoredDocument[]> => {
    const newest = await find(path, signal)
    const current = newest && (await described(path, newest, newest.version, signal))
    if (current === undefined) return []
    const driver = await opened()
    const found = [current]
    for (const listed of await driver.versions(root + path, repeatFor(driver, signal))) {
      const version = typeof listed === 'string' ? listed : listed.version
      if (version === current.version) continue
      const object = typeof listed === 'string' ? await find(path, signal, version) : listed
      const document = object && (await described(path, object, version, signal))
      if (document === undefined) continue
      if (document.createdAt !== current.createdAt) break
      found.push(document)
    }
    return found
  }

  /**
   * Always names the tag that was seen: what another writes between two tries of one call is not taken away with it. A try
   * whose answer is lost may have been done, so that a later one finds nothing.
   */
  const remove = async (path: string, condition: DeleteCondition, signal: AbortSignal): Promise<boolean> => {
    const kept = await conditionsKept(signal)
    if (typeof condition === 'object' && !kept.deletes) throw unconditionalDeletes(id)
    let mayBeDone = false
    for (let attempt = 0; attempt < conflictAttempts; attempt++) {
      const found = await find(path, signal)
      if (found === undefined) return mayBeDone
      if (typeof condition === 'object' && found.version !== condition.version) throw writeConflict(path)
      let tries = 0
      const outcome = await call(signal, (driver, own) => {
        tries++
        return driver.remove(found, kept.deletes, own)
      })
      if (outcome === 'removed') return true
      mayBeDone = tries > 1
      // What is there now, if anything, may have come after it.
      if (mayBeDone && condition === 'any') return true
    }
    throw changedAllTheTime(path)
  }

  return {
    id,
    capabilities: { versions, addresses: true },

    async put(request, { signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(request.path)
      return put(request, signal)
    },

    async read(path, options) {
      checkDocumentPath(path)
      if (options.version !== undefined && !versions) throw versionsUnsupported(id)
      const found = await download(path, options)
      if (found === undefined) throw documentNotFound(path)
      return found
    },

    async stat(path, { signal }) {
      checkDocumentPath(path)
      const object = await find(path, signal)
      return object && (await described(path, object, undefined, signal))
    },

    ...(versions && {
      async versions(path, { signal }) {
        checkDocumentPath(path)
        return versionsOf(path, signal)
      },
    }),

    async twins(path, { signal }) {
      checkDocumentPath(path)
      const below = (name: string): string => name.slice(root.length)
      return objectTwins(path, async (prefix) => {
        const { documents, folders, hasMore } = await call(signal, (driver, own) => driver.level(root + prefix, own))
        return { documents: documents.map(below), folders: folders.map(below), hasMore }
      })
    },

    async delete(path, { condition, signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(path)
      return remove(path, condition, signal)
    },

    async *list(folder, { after, signal }): AsyncGenerator<StoreEntry> {
      throwIfCancelled(signal)
      checkFolderPath(folder)
      const driver = await opened()
      const prefix = folder === '' ? root : `${root}${folder}/`
      const from = after === undefined ? undefined : root + after
      for await (const page of driver.list(prefix, from, repeatFor(driver, signal))) {
        isThere = true
        for (const { name, size, contentType, updatedAt } of page) {
          throwIfCancelled(signal)
          const key = name.slice(root.length)
          const path = key.replace(/\/$/, '')
          // Names that no document can have were not put there through this service.
          if (name === prefix || key === after || !isDocumentPath(path) || key.startsWith(ownFolder)) continue
          if (path !== key) yield { kind: 'folder', path, updatedAt }
          else yield { kind: 'document', path, size, contentType: contentType ?? contentTypeOfName(path), updatedAt }
        }
      }
    },

    async address(request, { signal }) {
      throwIfCancelled(signal)
      checkDocumentPath(request.path)
      if (request.act === 'read' && request.version !== undefined && !versions) throw versionsUnsupported(id)
      const driver = await opened()
      const expiresAt = new Date(Math.floor(Date.now() / 1000 + request.seconds) * 1000)
      const asked = { ...request, path: root + request.path }
      const signing = driver.sign(asked, expiresAt).catch((error: unknown) => {
        throw ChanceryError.is(error) ? error : driver.problemOf(error)
      })
      const signed = await untilAborted(signing, signal)
      if (signed === undefined) throw nothingToSignWith(id)
      return { ...signed, expiresAt: expiresAt.toISOString() }
    },

    async check({ signal }) {
      throwIfCancelled(signal)
      const driver = await opened()
      try {
        await touch(signal)
        await conditionsKept(signal)
      } catch (error) {
        if (ChanceryError.is(error) && error.kind === 'cancelled') throw error
        const reason = driver.refusesCredentials(error) ? 'credentials_refused' : unreadyReasonOf(error)
        throw unready(id, reason, 'The bucket cannot be used.', { cause: error })
      }
    },
  }
}

async function bytesOf(
  driver: ObjectDriver,
  object: ObjectFacts,
  range: ByteRange,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const size = range.end - range.start
  const isWhole = size === object.size
  if (size === 0 && !isWhole) return new Uint8Array()
  const bytes = await driver.bytes(object, isWhole ? undefined : range, signal)
  if (bytes === undefined) return undefined
  if (bytes.length < size) throw cutOff()
  // A version never changes: what is longer is something else.
  if (bytes.length > size) throw foreignAnswer()
  return bytes
}

/** What is to be written of a request. A long stream whose digests are not all stated is read once for them. */
async function bodyOf(
  { pieceBytes }: ObjectDriver,
  request: PutRequest,
  signal: AbortSignal,
): Promise<{ readonly body: ObjectBody; readonly digests: Digests; readonly md5?: string }> {
  const { content, sha256: stated, crc32c: statedCrc } = request
  if (isStream(content) && content.byteLength > pieceBytes) {
    const digests =
      stated === undefined || statedCrc === undefined
        ? await digestsOf(content, request, signal)
        : { sha256: stated, crc32c: statedCrc }
    return { body: streamedBody(content, digests, signal), digests }
  }
  const { bytes } = isStream(content) ? await collected(content, request, signal) : content
  return {
    body: wholeBody(bytes),
    digests: { sha256: sha256(bytes), crc32c: crcOf(bytes) },
    md5: createHash('md5').update(bytes).digest('base64'),
  }
}

const unconditionalDeletes = (provider: string): ChanceryError =>
  new ChanceryError('unsupported_option', 'This store cannot delete on the condition of a version.', {
    details: { option: 'version', provider },
  })

const nothingToSignWith = (provider: string): ChanceryError =>
  new ChanceryError('unsupported_option', 'The access of this store has nothing to sign addresses with.', {
    details: { option: 'address', provider },
  })
