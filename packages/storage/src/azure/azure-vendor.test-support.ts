import type { ObjectStoreVendor } from '../objects/object-store-vendor.test-support.ts'
import { createAzureDocumentStore } from './azure-document-store.ts'
import { startFakeAzure } from './fake-azure.ts'

export type FakeAzure = Awaited<ReturnType<typeof startFakeAzure>>

/** A refusal in the words of Azure. */
export function refused(status: number, code: string) {
  return { body: `<Error><Code>${code}</Code></Error>`, status, type: 'application/xml' }
}

export const azureVendor: ObjectStoreVendor<FakeAzure> = {
  name: 'Azure Blob Storage',
  ownPrefix: 'chancery_',
  tellsVersions: true,
  partCall: 'part',
  lastCall: 'complete',
  uploadGone: [{ call: 'complete', how: refused(400, 'InvalidBlockList') }],
  noLists: [
    '<EnumerationResults></EnumerationResults>',
    '<EnumerationResults ContainerName="docs"><Blobs><Blob/></Blobs></EnumerationResults>',
  ],
  start: startFakeAzure,
  open: ({ endpoint, account }, container, settings) =>
    createAzureDocumentStore({ container, endpoint, access: { account, key: 'c2VjcmV0' }, ...settings }),
}
