import type { ByteRange, DocumentStore, StoredDocument } from '@chancery/core'
import { rangeWithin } from '../byte-range.ts'
import { changedAllTheTime, checkSize, conflictAttempts, corrupt } from '../store-errors.ts'
import { type Digests, Digesting } from '../streamed-content.ts'
import type { BucketCalls } from './bucket-calls.ts'
import { documentOf } from './object-document.ts'
import type { ObjectDriver, ObjectFacts } from './object-driver.ts'
import { cutOff, foreignAnswer } from './object-problems.ts'

/** What is read of a bucket. */
export interface ObjectReads {
  /** The document and its bytes, or some of them, in one and the same version. `undefined`: absent. */
  download(
    path: string,
    options: Parameters<DocumentStore['read']>[1],
  ): Promise<{ readonly document: StoredDocument; readonly bytes: Uint8Array } | undefined>
  /** What is known of a document. */
  stat(path: string, signal: AbortSignal): Promise<StoredDocument | undefined>
  /** The versions of the document that is there. */
  versions(path: string, signal: AbortSignal): Promise<readonly StoredDocument[]>
}

export function objectReads(id: string, { root, call, find, opened, repeatFor }: BucketCalls): ObjectReads {
  const bytesAt = (object: ObjectFacts, range: ByteRange, signal: AbortSignal): Promise<Uint8Array | undefined> =>
    call(signal, (driver, own) => bytesOf(driver, object, range, own), range.end - range.start)

  /**
   * What is known of an object. One of another program is read for its digests, some bytes at a time, since however large it is,
   * nothing says its SHA-256. `undefined`: it was overwritten meanwhile.
   */
  async function described(
    path: string,
    object: ObjectFacts,
    signal: AbortSignal,
  ): Promise<StoredDocument | undefined> {
    if (object.own.sha256 !== undefined && (object.own.crc32c ?? object.crc32c) !== undefined)
      return documentOf(id, path, object)
    const { pieceBytes } = await opened()
    const digesting = new Digesting()
    for (let start = 0; start < object.size; start += pieceBytes) {
      const bytes = await bytesAt(object, { start, end: Math.min(start + pieceBytes, object.size) }, signal)
      if (bytes === undefined) return undefined
      digesting.add(bytes)
    }
    return documentOf(id, path, object, verified(path, object, digesting.end()))
  }

  return {
    async download(path, { version, range, maxBytes, signal }) {
      let wasDamaged = false
      for (let attempt = 0; attempt < conflictAttempts; attempt++) {
        const object = await find(path, signal, version)
        if (object === undefined) return undefined
        const within = rangeWithin(range, object.size)
        checkSize(within.end - within.start, maxBytes)
        const bytes = await bytesAt(object, within, signal)
        // Otherwise overwritten between the two calls, in a bucket that keeps no older versions.
        if (bytes === undefined) continue
        if (range !== undefined) {
          const document = await described(path, object, signal)
          if (document === undefined) continue
          return { document, bytes }
        }
        const digesting = new Digesting()
        digesting.add(bytes)
        const digests = digesting.end()
        // What was damaged on the way is right the second time.
        if (!wasDamaged && !isStored(object, digests)) wasDamaged = true
        else return { document: documentOf(id, path, object, verified(path, object, digests)), bytes }
      }
      throw changedAllTheTime(path)
    },

    async stat(path, signal) {
      for (let attempt = 0; attempt < conflictAttempts; attempt++) {
        const object = await find(path, signal)
        if (object === undefined) return undefined
        const document = await described(path, object, signal)
        if (document !== undefined) return document
      }
      throw changedAllTheTime(path)
    },

    /** The bucket also has those of a document that was deleted before this one, which began at another time. */
    async versions(path, signal) {
      const newest = await find(path, signal)
      const current = newest && (await described(path, newest, signal))
      if (current === undefined) return []
      const driver = await opened()
      const found = [current]
      for (const listed of await driver.versions(root + path, repeatFor(driver, signal))) {
        const version = typeof listed === 'string' ? listed : listed.version
        if (version === current.version) continue
        const object = typeof listed === 'string' ? await find(path, signal, version) : listed
        const document = object && (await described(path, object, signal))
        if (document === undefined) continue
        if (document.createdAt !== current.createdAt) break
        found.push(document)
      }
      return found
    },
  }
}

/** Whether these are the digests that an object was stored with, as far as they are known. */
const isStored = ({ own, crc32c }: ObjectFacts, digests: Digests): boolean =>
  (own.sha256 ?? digests.sha256) === digests.sha256 && (crc32c ?? own.crc32c ?? digests.crc32c) === digests.crc32c

/** The digests of all bytes of an object. @throws `document_corrupt` where it was stored with others */
function verified(path: string, object: ObjectFacts, digests: Digests): Digests {
  if (!isStored(object, digests)) throw corrupt(path)
  return digests
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
