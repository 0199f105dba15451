import type { ObjectStoreVendor } from '../objects/object-store-vendor.test-support.ts'
import { createGcsDocumentStore } from './gcs-document-store.ts'
import { startFakeGcs } from './fake-gcs.ts'

export type FakeGcs = Awaited<ReturnType<typeof startFakeGcs>>

export const gcsVendor: ObjectStoreVendor<FakeGcs> = {
  name: 'Google Cloud Storage',
  ownPrefix: 'chancery-',
  tellsVersions: true,
  partCall: 'part',
  lastCall: 'complete',
  uploadGone: [
    { call: 'part', how: 410 },
    { call: 'part', how: 404 },
    { call: 'complete', how: 404 },
  ],
  noLists: ['{"kind":"storage#objects","items":5}', '{"kind":"storage#objects","items":[null]}'],
  start: startFakeGcs,
  open: (fake, bucket, settings) => createGcsDocumentStore({ bucket, apiEndpoint: fake.endpoint, ...settings }),
}
