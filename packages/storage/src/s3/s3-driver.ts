import type { ListObjectsV2CommandInput, ListObjectVersionsCommandInput } from '@aws-sdk/client-s3'
import type { ListedObject, NewObject, ObjectDriver, Repeat } from '../objects/object-driver.ts'
import { foreignAnswer } from '../objects/object-problems.ts'
import { callTookTooLong, isNotFound, refusesCredentials, s3Error, s3Status } from './s3-error.ts'
import {
  conditionOf,
  descriptionOf,
  factsOf,
  isRefusal,
  type S3Bucket,
  type Written,
  writtenFacts,
  writtenIn,
} from './s3-object.ts'
import { signedAddress } from './s3-address.ts'
import { writeInParts } from './write-in-parts.ts'

const pageSize = 1000

/**
 * The calls of S3. The tag is the ETag; the version is that of the bucket where it keeps any, and else the ETag with the
 * mark of the write, since the same bytes have the same ETag.
 */
export function s3Driver(target: S3Bucket): ObjectDriver {
  const { sdk, client, bucket, versions, provider } = target

  const find: ObjectDriver['find'] = async (name, version, abortSignal) => {
    try {
      const ofVersion = version === undefined ? {} : { VersionId: version }
      const command = new sdk.HeadObjectCommand({ Bucket: bucket, Key: name, ...ofVersion })
      return factsOf(name, await client.send(command, { abortSignal }), versions)
    } catch (error) {
      // Of a version: that there cannot be one of this name, and that it is the mark of a delete.
      if (isNotFound(error) || (version !== undefined && /^40[05]$/.test(s3Status(error) ?? ''))) return undefined
      throw error
    }
  }

  return {
    find,

    pieceBytes: target.partBytes,

    async bytes({ name, tag, version }, range, abortSignal) {
      const ofVersion = versions ? { VersionId: version } : {}
      const part = range && { Range: `bytes=${range.start}-${range.end - 1}` }
      const command = new sdk.GetObjectCommand({ Bucket: bucket, Key: name, IfMatch: tag, ...ofVersion, ...part })
      try {
        const answer = await client.send(command, { abortSignal })
        if (answer.ETag !== tag || answer.Body === undefined) throw foreignAnswer()
        return await answer.Body.transformToByteArray()
      } catch (error) {
        if (isNotFound(error) || s3Status(error) === '412') return undefined
        throw error
      }
    },

    async write(object, repeat) {
      const isLarge = object.body.size > target.partBytes
      const written = isLarge ? await writeInParts(target, object, repeat) : await putWhole(target, object, repeat)
      if (written === 'refused') return written
      // What a write answers does not tell its time. Whatever this look meets, the write is done.
      const now = await repeat((signal) => find(object.name, undefined, signal)).catch(() => undefined)
      if (now?.own.write === object.own.write && now !== undefined) return now
      return writtenFacts(object, written, versions)
    },

    async remove({ name, tag }, isConditional, abortSignal) {
      const condition = isConditional ? { IfMatch: tag } : {}
      const command = new sdk.DeleteObjectCommand({ Bucket: bucket, Key: name, ...condition })
      try {
        const answer = await client.send(command, { abortSignal })
        // S3 says nothing with 204: any other success is somebody else's.
        if (answer.$metadata.httpStatusCode !== 204) throw foreignAnswer()
        return 'removed'
      } catch (error) {
        if (isRefusal(error)) return 'refused'
        throw error
      }
    },

    list: (prefix, after, repeat) => pages(target, prefix, after, repeat),
    versions: (name, repeat) => versionIds(target, name, repeat),
    level: async (prefix, signal) => {
      const query = { Prefix: prefix, Delimiter: '/', MaxKeys: pageSize }
      const { objects, folders, next } = await page(target, query, signal)
      return { documents: objects.map(({ name }) => name), folders, hasMore: next !== undefined }
    },
    sign: (request) => signedAddress(target, request),
    touch: (prefix, signal) => page(target, { Prefix: prefix, MaxKeys: 1 }, signal),
    problemOf: (error) => s3Error(error, provider),
    refusesCredentials,
    tookTooLong: () => callTookTooLong(provider),
  }
}

async function putWhole(
  { sdk, client, bucket }: S3Bucket,
  object: NewObject,
  repeat: Repeat,
): Promise<Written | 'refused'> {
  const Body = await object.body.whole()
  const command = new sdk.PutObjectCommand({
    Bucket: bucket,
    Key: object.name,
    Body,
    // S3 compares both, and refuses what does not have them.
    ContentMD5: object.md5,
    ChecksumCRC32C: object.crc32c,
    ...descriptionOf(object),
    ...conditionOf(object),
  })
  return repeat(async (abortSignal) => {
    try {
      return writtenIn(await client.send(command, { abortSignal }))
    } catch (error) {
      if (isRefusal(error)) return 'refused'
      throw error
    }
  }, Body.length)
}

/** @throws `foreignAnswer`, and what the SDK throws */
async function page(
  { sdk, client, bucket }: S3Bucket,
  query: Omit<ListObjectsV2CommandInput, 'Bucket'>,
  abortSignal: AbortSignal,
): Promise<{ readonly objects: ListedObject[]; readonly folders: readonly string[]; readonly next?: string }> {
  const command = new sdk.ListObjectsV2Command({ Bucket: bucket, EncodingType: 'url', ...query })
  const answer = await client.send(command, { abortSignal })
  // What is no list has none of this.
  if (typeof answer.IsTruncated !== 'boolean') throw foreignAnswer()
  const nameOf = (key: string): string => (answer.EncodingType === 'url' ? decoded(key) : key)
  const objects = (answer.Contents ?? []).map(({ Key, Size, LastModified }) => {
    if (Key === undefined || Size === undefined || LastModified === undefined) throw foreignAnswer()
    return { name: nameOf(Key), size: Size, updatedAt: LastModified.toISOString() }
  })
  const folders = (answer.CommonPrefixes ?? []).map(({ Prefix }) => {
    if (Prefix === undefined) throw foreignAnswer()
    return nameOf(Prefix)
  })
  if (!answer.IsTruncated) return { objects, folders }
  if (answer.NextContinuationToken === undefined) throw foreignAnswer()
  return { objects, folders, next: answer.NextContinuationToken }
}

/** XML cannot hold every name, so they come as in forms. @throws `foreignAnswer` */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' '))
  } catch {
    throw foreignAnswer()
  }
}

async function* pages(
  target: S3Bucket,
  prefix: string,
  after: string | undefined,
  repeat: Repeat,
): AsyncGenerator<ListedObject[]> {
  let token: string | undefined
  do {
    const query = {
      Prefix: prefix,
      MaxKeys: pageSize,
      ...(after === undefined ? {} : { StartAfter: after }),
      ...(token === undefined ? {} : { ContinuationToken: token }),
    }
    const { objects, next } = await repeat((signal) => page(target, query, signal))
    yield objects
    token = next
  } while (token !== undefined)
}

/** Where a list of versions goes on. */
type VersionMarker = Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'>

/** The name itself comes first of all that begin with it, its versions from the newest on; what marks a delete is none. */
async function versionIds(target: S3Bucket, name: string, repeat: Repeat): Promise<readonly string[]> {
  const found: string[] = []
  let next: VersionMarker | undefined = {}
  while (next !== undefined) {
    const marker: VersionMarker = next
    const page = await repeat((signal) => versionPage(target, name, marker, signal))
    for (const { key, id } of page.versions) {
      if (key !== name) return found
      found.push(id)
    }
    next = page.next
  }
  return found
}

/** @throws `foreignAnswer`, and what the SDK throws */
async function versionPage(
  { sdk, client, bucket }: S3Bucket,
  name: string,
  marker: VersionMarker,
  abortSignal: AbortSignal,
): Promise<{
  readonly versions: readonly { readonly key: string; readonly id: string }[]
  readonly next?: VersionMarker
}> {
  const query = { Bucket: bucket, EncodingType: 'url', Prefix: name, MaxKeys: pageSize, ...marker } as const
  const answer = await client.send(new sdk.ListObjectVersionsCommand(query), { abortSignal })
  if (typeof answer.IsTruncated !== 'boolean') throw foreignAnswer()
  const nameOf = (key: string): string => (answer.EncodingType === 'url' ? decoded(key) : key)
  const versions = (answer.Versions ?? []).map(({ Key, VersionId }) => {
    if (Key === undefined || VersionId === undefined) throw foreignAnswer()
    return { key: nameOf(Key), id: VersionId }
  })
  if (!answer.IsTruncated) return { versions }
  const { NextKeyMarker, NextVersionIdMarker } = answer
  if (NextKeyMarker === undefined) throw foreignAnswer()
  const next = {
    KeyMarker: nameOf(NextKeyMarker),
    ...(NextVersionIdMarker && { VersionIdMarker: NextVersionIdMarker }),
  }
  return { versions, next }
}
