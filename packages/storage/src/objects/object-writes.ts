import { createHash, randomUUID } from 'node:crypto'
import {
  ChanceryError,
  type DeleteCondition,
  type PutRequest,
  type StoredDocument,
  throwIfCancelled,
} from '@chancery/core'
import { changedAllTheTime, conflictAttempts, documentExists, writeConflict } from '../store-errors.ts'
import { collected, type Digests, Digesting, digestsOf, isStream } from '../streamed-content.ts'
import type { BucketCalls } from './bucket-calls.ts'
import { streamedBody, wholeBody } from './object-body.ts'
import type { NewObject, ObjectBody, ObjectDriver } from './object-driver.ts'
import { documentOf, timeIn } from './object-document.ts'

/** What is changed in a bucket: each a step on a condition. */
export interface ObjectWrites {
  put(request: PutRequest, signal: AbortSignal): Promise<StoredDocument>
  /**
   * Always names the tag that was seen: what another writes between two tries of one call is not taken away with it. A try
   * whose answer is lost may have been done, so that a later one finds nothing.
   */
  remove(path: string, condition: DeleteCondition, signal: AbortSignal): Promise<boolean>
}

/** How often a write is begun anew that is refused though nothing has changed: the store has given the upload up. */
const mostGivenUp = 4

export function objectWrites(id: string, calls: BucketCalls): ObjectWrites {
  const { root, call, find, opened, repeatFor, conditionsKept, seen } = calls
  const put = async (request: PutRequest, signal: AbortSignal): Promise<StoredDocument> => {
    const { path, contentType, metadata, condition } = request
    const write = randomUUID()
    const { body, md5, digests } = await bodyOf(await opened(), request, signal)
    const own = { ...digests, write }
    await conditionsKept(signal)
    let givenUp = 0
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
      seen()
      if (stored !== 'refused') return documentOf(id, path, stored, digests)
      const now = await find(path, signal)
      if (now?.own.write === write) return documentOf(id, path, now, digests)
      if (now?.tag === before?.tag && ++givenUp === mostGivenUp) throw writeGivenUp(id)
      if (condition === 'absent' && now !== undefined) throw documentExists(path)
    }
    throw changedAllTheTime(path)
  }

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

  return { put, remove }
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
  const digesting = new Digesting()
  digesting.add(bytes)
  return {
    body: wholeBody(bytes),
    digests: digesting.end(),
    md5: createHash('md5').update(bytes).digest('base64'),
  }
}

const writeGivenUp = (provider: string): ChanceryError =>
  new ChanceryError('provider_failed', 'The store gave the write up again and again.', {
    details: { provider },
    retryable: true,
  })

const unconditionalDeletes = (provider: string): ChanceryError =>
  new ChanceryError('unsupported_option', 'This store cannot delete on the condition of a version.', {
    details: { option: 'version', provider },
  })
