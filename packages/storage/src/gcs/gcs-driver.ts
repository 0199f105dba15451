import type { EventEmitter } from 'node:events'
import { addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Bucket, File, FileMetadata } from '@google-cloud/storage'
import type { ListedObject, NewObject, ObjectDriver, ObjectFacts, Repeat } from '../objects/object-driver.ts'
import { type MetadataRules, readMetadata, writtenMetadata } from '../objects/kept-metadata.ts'
import { objectIn, objectPage, removeObject, versionFields } from './gcs-answer.ts'
import { callTookTooLong, gcsError, gcsStatus, isNotFound, refusesCredentials } from './gcs-error.ts'
import { signedAddress } from './gcs-address.ts'
import { pieceBytes, writeResumable } from './write-resumable.ts'

const pageSize = 1000
const answerListeners = 20
/** Metadata goes as JSON: nothing has to be packed. */
const rules: MetadataRules = { prefix: 'chancery-', isPlain: () => true }

/** The generation that a version names, if it can be one. */
const isGeneration = (version: string): boolean => /^\d{1,19}$/.test(version)

/** The calls of Google Cloud Storage. Tag and version are the generation. */
export function gcsDriver(bucket: Bucket, provider: string): ObjectDriver {
  const fileOf = (name: string, generation?: string): File =>
    bucket.file(name, generation === undefined ? {} : { generation })

  return {
    async find(name, version) {
      if (version !== undefined && !isGeneration(version)) return undefined
      return unless(isNotFound, async () => factsOf(name, objectIn((await fileOf(name, version).getMetadata())[0])))
    },

    pieceBytes,

    async bytes({ name, tag }, range, signal) {
      const part = range && { start: range.start, end: range.end - 1 }
      // Of bytes, Google itself says so in a page; the next look at the object will tell.
      return unless(
        (error) => gcsStatus(error) === '404',
        () => download(fileOf(name, tag), part ?? {}, signal),
      )
    },

    async write(object, repeat) {
      const { body, contentType, crc32c, md5, metadata, own } = object
      // The server compares the checksums that it is given, and refuses what does not have them.
      const resource = {
        contentType,
        crc32c,
        ...(md5 === undefined ? {} : { md5Hash: md5 }),
        metadata: writtenMetadata(metadata, own, rules),
      }
      const stored =
        body.size > pieceBytes
          ? await writeResumable(bucket, object, resource, repeat)
          : await repeat(
              async () =>
                (await unless(isUnmet, () => save(fileOf(object.name), object, resource))) ?? ('refused' as const),
              body.size,
            )
      return stored === 'refused' ? stored : factsOf(object.name, stored)
    },

    async remove({ name, tag }) {
      const done = await unless(
        (error) => isNotFound(error) || gcsStatus(error) === '412',
        async () => {
          await removeObject(bucket, name, tag)
          return true
        },
      )
      return done === true ? 'removed' : 'refused'
    },

    list: (prefix, after, repeat) => pages(bucket, prefix, after, repeat),

    versions: (name, repeat) => generations(bucket, name, repeat),
    level: async (prefix) => {
      const page = await objectPage(bucket, { prefix, delimiter: '/', maxResults: pageSize }, 'name,updated')
      const { objects, folders, nextPageToken } = page
      return { documents: objects.map(({ name }) => name), folders, hasMore: nextPageToken !== undefined }
    },
    sign: (request, expires) => signedAddress(bucket, provider, request, expires),
    touch: (prefix) => objectPage(bucket, { prefix, maxResults: 1 }),
    problemOf: (error) => gcsError(error, provider),
    refusesCredentials,
    tookTooLong: () => callTookTooLong(provider),
  }
}

/** Runs a call that may find nothing. */
async function unless<Result>(
  isAbsent: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

interface DownloadAnswer extends EventEmitter {
  readonly request: { agent: unknown }
}

async function download(
  file: File,
  part: { readonly start?: number; readonly end?: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const bytes = file.createReadStream({ validation: false, decompress: false, ...part })
  bytes.on('response', (answer: DownloadAnswer) => {
    // The client itself puts 11 on each answer, and Node would warn of a leak at every download.
    answer.setMaxListeners(answerListeners)
    // When a download breaks, the client destroys the agent that it finds here, and with it all other calls of this process.
    answer.request.agent = undefined
  })
  return buffer(addAbortSignal(signal, bytes))
}

async function save(file: File, { body, replaces }: NewObject, metadata: FileMetadata): Promise<FileMetadata> {
  const bytes = await body.whole()
  await file.save(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    resumable: false,
    validation: false,
    metadata,
    preconditionOpts: { ifGenerationMatch: replaces ?? 0 },
  })
  return objectIn(file.metadata)
}

const isUnmet = (error: unknown): boolean => gcsStatus(error) === '412'

function factsOf(name: string, object: FileMetadata): ObjectFacts {
  const generation = String(object.generation)
  const createdAt = String(object.timeCreated)
  return {
    name,
    size: sizeOf(object),
    ...(object.contentType === undefined ? {} : { contentType: object.contentType }),
    tag: generation,
    version: generation,
    ...readMetadata(object.metadata ?? {}, rules),
    // Every object has one.
    crc32c: object.crc32c ?? '',
    createdAt,
    updatedAt: new Date(object.updated ?? createdAt).toISOString(),
  }
}

/** Bytes; some tools leave the size of an empty object out. */
const sizeOf = ({ size }: FileMetadata): number => Number(size ?? 0)

/** The name itself comes first of all that begin with it, its generations from the oldest on. */
async function generations(bucket: Bucket, name: string, repeat: Repeat): Promise<readonly ObjectFacts[]> {
  const found: ObjectFacts[] = []
  let pageToken: string | undefined
  do {
    const query = {
      prefix: name,
      versions: true,
      maxResults: pageSize,
      ...(pageToken === undefined ? {} : { pageToken }),
    }
    const page = await repeat(() => objectPage(bucket, query, versionFields))
    for (const object of page.objects) {
      if (object.name !== name) return found.toReversed()
      found.push(factsOf(name, objectIn(object)))
    }
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return found.toReversed()
}

async function* pages(
  bucket: Bucket,
  prefix: string,
  after: string | undefined,
  repeat: Repeat,
): AsyncGenerator<ListedObject[]> {
  let pageToken: string | undefined
  do {
    const query = {
      prefix,
      maxResults: pageSize,
      ...(after === undefined ? {} : { startOffset: after }),
      ...(pageToken === undefined ? {} : { pageToken }),
    }
    const page = await repeat(() => objectPage(bucket, query))
    yield page.objects.map((object) => ({
      name: object.name,
      size: sizeOf(object),
      ...(object.contentType === undefined ? {} : { contentType: object.contentType }),
      updatedAt: new Date(object.updated).toISOString(),
    }))
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
}
