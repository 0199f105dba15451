import { createHash } from 'node:crypto'
import type { BlobSASPermissions, BlockBlobClient, ContainerClient } from '@azure/storage-blob'
import type { NewObject, ObjectDriver, Repeat } from '../objects/object-driver.ts'
import { cutOff, foreignAnswer } from '../objects/object-problems.ts'
import { signedAddress } from './azure-address.ts'
import { type Answered, descriptionOf, factsOf, isRefusal, writtenFacts } from './azure-blob.ts'
import { azureCode, azureError, azureStatus, callTookTooLong, isNotFound, refusesCredentials } from './azure-error.ts'
import { blobVersions, flatPage, levelPage, listBlobs } from './list-blobs.ts'

export interface AzureContainer {
  readonly container: ContainerClient
  readonly sas: typeof BlobSASPermissions
  readonly versions: boolean
  /** Of one block of a large document. */
  readonly blockBytes: number
  readonly provider: string
}

/** The calls of Azure Blob Storage. The tag is the ETag; so is the version, where the account keeps no versions. */
export function azureDriver({ container, sas, versions, blockBytes, provider }: AzureContainer): ObjectDriver {
  const blobOf = (name: string, version?: string): BlockBlobClient => {
    const blob = container.getBlockBlobClient(name)
    return version === undefined ? blob : blob.withVersion(version).getBlockBlobClient()
  }

  const find: ObjectDriver['find'] = async (name, version, abortSignal) => {
    try {
      return factsOf(name, await blobOf(name, version).getProperties({ abortSignal }), versions)
    } catch (error) {
      // Of a version: that there cannot be one of this name.
      if (isNotFound(error) || (version !== undefined && azureStatus(error) === '400')) return undefined
      throw error
    }
  }

  return {
    find,

    pieceBytes: blockBytes,

    async bytes({ name, tag, version }, range, abortSignal) {
      const blob = blobOf(name, versions ? version : undefined)
      try {
        const count = range && range.end - range.start
        const options = { conditions: { ifMatch: tag }, maxRetryRequests: 0, abortSignal }
        const { etag, readableStreamBody: body } = await blob.download(range?.start ?? 0, count, options)
        if (etag !== tag || body === undefined) throw foreignAnswer()
        return await bytesIn(body)
      } catch (error) {
        if (isNotFound(error) || azureStatus(error) === '412') return undefined
        // The SDK misses what every answer of Azure has.
        throw error instanceof RangeError ? foreignAnswer() : error
      }
    },

    async write(object, repeat) {
      const blob = blobOf(object.name)
      if (object.body.size <= blockBytes) {
        const answer = await inOnePiece(blob, object, repeat)
        return answer === 'refused' ? answer : writtenFacts(object, answer, versions)
      }
      const answer = await inBlocks(blob, object, blockBytes, repeat)
      if (answer === 'refused') return answer
      // A blob of blocks may have begun with the first of them, which the answer does not tell.
      // Whatever this look meets, the write is done.
      const now = await repeat((signal) => find(object.name, undefined, signal)).catch(() => undefined)
      return now?.tag === answer.etag && now !== undefined ? now : writtenFacts(object, answer, versions)
    },

    async remove({ name, tag }, isConditional, abortSignal) {
      const conditions = isConditional ? { ifMatch: tag } : {}
      try {
        const answer = await blobOf(name).delete({ deleteSnapshots: 'include', conditions, abortSignal })
        // Every answer of Azure has one.
        if (answer.requestId === undefined) throw foreignAnswer()
        return 'removed'
      } catch (error) {
        if (isRefusal(error)) return 'refused'
        throw error
      }
    },

    list: (prefix, after, repeat) => listBlobs(container, prefix, after, repeat),
    versions: (name, repeat) => blobVersions(container, name, repeat),
    level: async (prefix, signal) => {
      const { entries, next } = await levelPage(container, prefix, undefined, signal)
      const [documents, folders] = [true, false].map((isDocument) =>
        entries.flatMap((entry) => ('size' in entry === isDocument ? [entry.name] : [])),
      ) as [string[], string[]]
      return { documents, folders, hasMore: next !== undefined }
    },
    sign: async (request, expiresOn) => signedAddress(sas, blobOf, request, expiresOn),
    touch: (prefix, signal) => flatPage(container, prefix, 1, undefined, signal),
    problemOf: (error) => azureError(error, provider),
    refusesCredentials,
    tookTooLong: () => callTookTooLong(provider),
  }
}

/** @throws `cutOff`, where the connection ends before the body: the SDK has no code for it */
async function bytesIn(body: NodeJS.ReadableStream): Promise<Uint8Array> {
  try {
    const pieces: Uint8Array[] = []
    for await (const piece of body) pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
    return Buffer.concat(pieces)
  } catch {
    throw cutOff()
  }
}

/** Runs a call whose condition may not hold. */
async function unlessRefused(work: () => Promise<Answered>): Promise<Answered | 'refused'> {
  try {
    const answer = await work()
    // What was written has one.
    if (answer.etag === undefined) throw foreignAnswer()
    return answer
  } catch (error) {
    if (isRefusal(error) && azureCode(error) !== 'ContainerNotFound') return 'refused'
    throw error
  }
}

async function inOnePiece(blob: BlockBlobClient, object: NewObject, repeat: Repeat): Promise<Answered | 'refused'> {
  const bytes = await object.body.whole()
  return repeat(
    (abortSignal) => unlessRefused(() => blob.upload(bytes, bytes.length, { ...descriptionOf(object), abortSignal })),
    bytes.length,
  )
}

/**
 * Writes a large document block by block, each made again by itself where the connection breaks, and all of them, on the
 * condition, in a last call. Blocks of a write that fails are seen by nobody; Azure drops them after a week.
 */
async function inBlocks(
  blob: BlockBlobClient,
  object: NewObject,
  blockBytes: number,
  repeat: Repeat,
): Promise<Answered | 'refused'> {
  const { write = '' } = object.own
  const ids: string[] = []
  for await (const block of object.body.pieces(blockBytes)) {
    const transactionalContentMD5 = createHash('md5').update(block).digest()
    // All ids of a blob are of one length.
    const id = Buffer.from(`${write}${String(ids.length).padStart(6, '0')}`).toString('base64')
    const isStaged = await repeat(async (abortSignal) => {
      try {
        const answer = await blob.stageBlock(id, block, block.length, { transactionalContentMD5, abortSignal })
        if (answer.requestId === undefined) throw foreignAnswer()
        return true
      } catch (error) {
        if (azureCode(error) === 'InvalidBlobOrBlock') return false
        throw error
      }
    }, block.length)
    // Another program wrote the blob, with ids of another length.
    if (!isStaged) return await inOnePiece(blob, object, repeat)
    ids.push(id)
  }
  return repeat((abortSignal) =>
    unlessRefused(() => blob.commitBlockList(ids, { ...descriptionOf(object), abortSignal })),
  )
}
