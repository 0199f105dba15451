import type { StoredDocument } from '@chancery/core'
import { contentTypeOfName } from '../content-type-of-name.ts'
import type { Digests } from '../streamed-content.ts'
import type { ObjectFacts } from './object-driver.ts'

/** The first of these that is a time, as ISO 8601. Another program may have written anything there. */
export const timeIn = (...texts: readonly (string | undefined)[]): string => {
  const found = texts.map((text) => Date.parse(text ?? '')).find((time) => !Number.isNaN(time))
  return new Date(found ?? 0).toISOString()
}

/** An object as the document that it is. @param digests where the object does not say them itself */
export const documentOf = (
  provider: string,
  path: string,
  object: ObjectFacts,
  digests: Partial<Digests> = {},
): StoredDocument => ({
  path,
  provider,
  size: object.size,
  contentType: object.contentType ?? contentTypeOfName(path),
  sha256: digests.sha256 ?? object.own.sha256 ?? '',
  crc32c: digests.crc32c ?? object.crc32c ?? object.own.crc32c ?? '',
  version: object.version,
  createdAt: timeIn(object.own.createdAt, object.createdAt),
  updatedAt: object.updatedAt,
  metadata: object.metadata,
})
