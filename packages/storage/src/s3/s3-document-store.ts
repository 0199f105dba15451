import { type DocumentStore, optionalPackage } from '@chancery/core'
import { createObjectDocumentStore } from '../objects/object-document-store.ts'
import type { ObjectStoreSettings } from '../objects/object-store-settings.ts'
import { s3Driver } from './s3-driver.ts'

export interface S3DocumentStoreSettings extends ObjectStoreSettings {
  readonly bucket: string
  /** Default `us-east-1`, which other services than AWS mostly go by. */
  readonly region?: string
  /** Another endpoint than that of AWS: MinIO, Ceph, R2, … */
  readonly endpoint?: string
  /** The bucket stands in the path of addresses, not in the host. Default: with an endpoint. */
  readonly pathStyle?: boolean
  /** Absent: the SDK finds them, in the environment, in files, or by the role of the machine. */
  readonly credentials?: {
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly sessionToken?: string
  }
  /** Bytes of one part of an upload; larger documents go up in several. At least 5 MiB. Default 8 MiB. */
  readonly partBytes?: number
}

/**
 * Documents as objects of a bucket of S3, or of a service that speaks S3. Conditions go by ETags, which are those of the
 * bytes: whoever writes the very same bytes anew, with other metadata, in the moment between a look and a write, is not
 * noticed.
 */
export function createS3DocumentStore(settings: S3DocumentStoreSettings): DocumentStore {
  const { id = 's3', bucket, region = 'us-east-1', endpoint, pathStyle = endpoint !== undefined } = settings
  const { credentials, conditions = endpoint === undefined ? 'trust' : 'try', versions = false } = settings
  const { partBytes = 8 * 1024 * 1024 } = settings
  return createObjectDocumentStore(id, { ...settings, conditions }, async () => {
    const sdk = await optionalPackage('@aws-sdk/client-s3', 'To store in S3', () => import('./s3-sdk.ts'))
    const client = new sdk.S3Client({
      region,
      forcePathStyle: pathStyle,
      // `repeatedCall` does that.
      maxAttempts: 1,
      // Checksums are stated here; those that the SDK adds of itself are not known to all that speak S3.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(credentials === undefined ? {} : { credentials }),
    })
    return s3Driver({ sdk, client, bucket, versions, partBytes, provider: id })
  })
}
