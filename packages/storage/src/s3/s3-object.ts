import type { HeadObjectCommandOutput } from '@aws-sdk/client-s3'
import { ChanceryError, invalidRequest } from '@chancery/core'
import { isHeaderText, type MetadataRules, readMetadata, writtenMetadata } from '../objects/kept-metadata.ts'
import type { NewObject, ObjectFacts } from '../objects/object-driver.ts'
import { foreignAnswer } from '../objects/object-problems.ts'
import { isNotFound, s3Code, s3Status } from './s3-error.ts'
import type * as Sdk from './s3-sdk.ts'

export interface S3Bucket {
  readonly sdk: typeof Sdk
  readonly client: Sdk.S3Client
  readonly bucket: string
  readonly versions: boolean
  readonly partBytes: number
  readonly provider: string
}

/** Names come back in lower case, texts as headers. */
const rules: MetadataRules = {
  prefix: 'chancery-',
  isPlain: (name, text) => /^[a-z0-9][a-z0-9_.-]*$/.test(name) && isHeaderText(text),
}
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html */
const maxMetadataBytes = 2048

/** A condition that did not hold, or may not: 409 says that another write or delete was under way. */
export const isRefusal = (error: unknown): boolean =>
  s3Status(error) === '412' || s3Status(error) === '409' || (isNotFound(error) && s3Code(error) === 'NoSuchKey')

export interface Written {
  readonly etag: string
  readonly versionId?: string
}

/** What stands beside the bytes, for a write in one piece and for one in parts. */
export function descriptionOf({ contentType, metadata, own }: NewObject): {
  readonly ContentType: string
  readonly Metadata: Record<string, string>
} {
  const written = writtenMetadata(metadata, own, rules)
  const size = Object.entries(written).reduce((sum, [name, text]) => sum + name.length + text.length, 0)
  if (size > maxMetadataBytes)
    throw invalidRequest(
      '/metadata',
      'metadata_too_large',
      `S3 keeps ${maxMetadataBytes} bytes of metadata with a document; these take ${size}.`,
    )
  return { ContentType: contentType, Metadata: written }
}

export const conditionOf = ({ replaces }: NewObject): { readonly IfMatch: string } | { readonly IfNoneMatch: '*' } =>
  replaces === undefined ? { IfNoneMatch: '*' } : { IfMatch: replaces }

/** @throws `foreignAnswer` */
export function writtenIn({
  ETag,
  VersionId,
}: {
  readonly ETag?: string | undefined
  readonly VersionId?: string | undefined
}): Written {
  if (ETag === undefined) throw foreignAnswer()
  return { etag: ETag, ...(VersionId === undefined ? {} : { versionId: VersionId }) }
}

/** Where a bucket has versions, or once had, each object has one: `null`, if it was there before. */
const noVersions = (): ChanceryError =>
  new ChanceryError(
    'provider_failed',
    'The bucket keeps no versions: switch them on there, or off by CHANCERY_S3_VERSIONS.',
    { retryable: false },
  )

const versionOf = ({ etag, versionId }: Written, { write }: ObjectFacts['own'], versions: boolean): string => {
  if (versions) {
    if (versionId === undefined) throw noVersions()
    return versionId
  }
  const mark = etag.replaceAll('"', '')
  return write === undefined ? mark : `${mark}.${write}`
}

/** @throws `foreignAnswer` */
export function factsOf(name: string, answer: HeadObjectCommandOutput, versions: boolean): ObjectFacts {
  const { LastModified: modified, ContentLength: size, ContentType: contentType } = answer
  const written = writtenIn(answer)
  if (modified === undefined || Number.isNaN(modified.getTime()) || size === undefined) throw foreignAnswer()
  const kept = readMetadata(answer.Metadata ?? {}, rules)
  const time = modified.toISOString()
  return {
    name,
    size,
    ...(contentType === undefined ? {} : { contentType }),
    tag: written.etag,
    version: versionOf(written, kept.own, versions),
    ...kept,
    createdAt: time,
    updatedAt: time,
  }
}

/** Of a write that S3 does not tell the time of, since another came after it or a look was refused: it is ours, to a second or so. */
export function writtenFacts(object: NewObject, written: Written, versions: boolean): ObjectFacts {
  const time = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString()
  const { name, body, contentType, metadata, own } = object
  const version = versionOf(written, own, versions)
  return {
    name,
    size: body.size,
    contentType,
    tag: written.etag,
    version,
    metadata,
    own,
    createdAt: time,
    updatedAt: time,
  }
}
