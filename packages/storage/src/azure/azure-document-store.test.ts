import { type ObjectStoreVendor, objectStoreContract, objectStoreFaults } from '../objects/object-store.test-support.ts'
import { createAzureDocumentStore } from './azure-document-store.ts'
import { startFakeAzure } from './fake-azure.ts'

type Fake = Awaited<ReturnType<typeof startFakeAzure>>

const vendor: ObjectStoreVendor<Fake> = {
  name: 'Azure Blob Storage',
  ownPrefix: 'chancery_',
  timeStepMs: 1000,
  noLists: [
    '<EnumerationResults></EnumerationResults>',
    '<EnumerationResults ContainerName="docs"><Blobs><Blob/></Blobs></EnumerationResults>',
  ],
  start: startFakeAzure,
  open: ({ endpoint, account }, container, settings) =>
    createAzureDocumentStore({ container, endpoint, access: { account, key: 'c2VjcmV0' }, ...settings }),
}

objectStoreContract(vendor)
objectStoreFaults(vendor)
