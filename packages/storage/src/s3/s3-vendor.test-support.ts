import type { ObjectStoreVendor } from '../objects/object-store-vendor.test-support.ts'
import { createS3DocumentStore } from './s3-document-store.ts'
import { startFakeS3 } from './fake-s3.ts'

export type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>

/** A refusal in the words of S3. */
export function refused(status: number, code: string) {
  return { body: `<Error><Code>${code}</Code></Error>`, status, type: 'application/xml' }
}

export const s3Vendor: ObjectStoreVendor<FakeS3> = {
  name: 'S3',
  ownPrefix: 'chancery-',
  tellsVersions: false,
  partCall: 'part',
  lastCall: 'complete',
  uploadGone: [
    { call: 'part', how: refused(404, 'NoSuchUpload') },
    { call: 'complete', how: refused(404, 'NoSuchUpload') },
    { call: 'complete', how: refused(400, 'InvalidPart') },
  ],
  noLists: [
    '<ListBucketResult></ListBucketResult>',
    '<ListBucketResult><IsTruncated>false</IsTruncated><Contents/></ListBucketResult>',
  ],
  start: startFakeS3,
  open: ({ endpoint, accessKeyId }, bucket, settings) =>
    createS3DocumentStore({ bucket, endpoint, credentials: { accessKeyId, secretAccessKey: 'secret' }, ...settings }),
}
