import { type ObjectStoreVendor, objectStoreContract, objectStoreFaults } from '../objects/object-store.test-support.ts'
import { startFakeS3 } from './fake-s3.ts'
import { createS3DocumentStore } from './s3-document-store.ts'

type Fake = Awaited<ReturnType<typeof startFakeS3>>

const vendor: ObjectStoreVendor<Fake> = {
  name: 'S3',
  ownPrefix: 'chancery-',
  timeStepMs: 1000,
  noLists: [
    '<ListBucketResult></ListBucketResult>',
    '<ListBucketResult><IsTruncated>false</IsTruncated><Contents/></ListBucketResult>',
  ],
  start: startFakeS3,
  open: ({ endpoint, accessKeyId }, bucket, settings) =>
    createS3DocumentStore({ bucket, endpoint, credentials: { accessKeyId, secretAccessKey: 'secret' }, ...settings }),
}

objectStoreContract(vendor)
objectStoreFaults(vendor)
