import type { BlobGetPropertiesResponse, BlockBlobUploadOptions } from '@azure/storage-blob'
import { invalidRequest } from '@chancery/core'
import { isHeaderText, type MetadataRules, readMetadata, writtenMetadata } from '../objects/kept-metadata.ts'
import type { NewObject, ObjectFacts } from '../objects/object-driver.ts'
import { foreignAnswer } from '../objects/object-problems.ts'
import { azureCode, azureStatus, isNotFound } from './azure-error.ts'

/** Names are those of C#, and come back in lower case; texts are headers. */
const rules: MetadataRules = {
  prefix: 'chancery_',
  isPlain: (name, text) => /^[a-z_][a-z0-9_]*$/.test(name) && isHeaderText(text),
}
/** https://learn.microsoft.com/rest/api/storageservices/setting-and-retrieving-properties-and-metadata-for-blob-resources */
const maxMetadataBytes = 8192

/** A condition that did not hold. Blocks that are gone: another write of the blob was quicker. */
export const isRefusal = (error: unknown): boolean =>
  (azureStatus(error) === '412' && !azureCode(error).startsWith('Lease')) ||
  isNotFound(error) ||
  azureCode(error) === 'BlobAlreadyExists' ||
  azureCode(error) === 'InvalidBlockList'

/** What stands beside the bytes, and the condition, for a write in one piece and for one in blocks. */
export function descriptionOf({
  contentType,
  metadata,
  own,
  replaces,
  md5,
}: NewObject): Required<Pick<BlockBlobUploadOptions, 'blobHTTPHeaders' | 'metadata' | 'conditions'>> {
  const written = writtenMetadata(metadata, own, rules)
  const size = Object.entries(written).reduce((sum, [name, text]) => sum + name.length + text.length, 0)
  if (size > maxMetadataBytes)
    throw invalidRequest(
      '/metadata',
      'metadata_too_large',
      `Azure Blob Storage keeps ${maxMetadataBytes} bytes of metadata with a document; these take ${size}.`,
    )
  return {
    metadata: written,
    blobHTTPHeaders: {
      blobContentType: contentType,
      ...(md5 === undefined ? {} : { blobContentMD5: Buffer.from(md5, 'base64') }),
    },
    conditions: replaces === undefined ? { ifNoneMatch: '*' } : { ifMatch: replaces },
  }
}

/** What a write and a look answer alike. */
export interface Answered {
  readonly etag?: string | undefined
  readonly versionId?: string | undefined
  readonly lastModified?: Date | undefined
}

function marksOf(
  { etag, versionId, lastModified }: Answered,
  versions: boolean,
): { readonly tag: string; readonly version: string; readonly time: string } {
  if (etag === undefined || lastModified === undefined || Number.isNaN(lastModified.getTime())) throw foreignAnswer()
  const version = versions && versionId !== undefined ? versionId : etag.replaceAll('"', '')
  return { tag: etag, version, time: lastModified.toISOString() }
}

/** @throws `foreignAnswer` */
export function writtenFacts(
  { name, body, contentType, metadata, own }: NewObject,
  answer: Answered,
  versions: boolean,
): ObjectFacts {
  const { tag, version, time } = marksOf(answer, versions)
  return { name, size: body.size, contentType, tag, version, metadata, own, createdAt: time, updatedAt: time }
}

/** @throws `foreignAnswer` */
export function factsOf(
  name: string,
  answer: Answered & Pick<BlobGetPropertiesResponse, 'contentLength' | 'contentType' | 'createdOn' | 'metadata'>,
  versions: boolean,
): ObjectFacts {
  const { tag, version, time } = marksOf(answer, versions)
  const { contentLength: size, contentType, createdOn, metadata } = answer
  if (size === undefined) throw foreignAnswer()
  return {
    name,
    size,
    ...(contentType === undefined ? {} : { contentType }),
    tag,
    version,
    ...readMetadata(metadata ?? {}, rules),
    createdAt: createdOn?.toISOString() ?? time,
    updatedAt: time,
  }
}
