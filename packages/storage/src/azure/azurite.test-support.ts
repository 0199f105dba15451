import { setTimeout as delay } from 'node:timers/promises'
import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob'
import { documentStoreContract } from '@chancery/port-contracts/document-store'
import { createAzureDocumentStore } from './azure-document-store.ts'

/** https://github.com/Azure/Azurite#default-storage-account */
const account = 'devstoreaccount1'
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

/**
 * The contract on an Azurite that somebody started (`azurite-blob --inMemoryPersistence --skipApiVersionCheck`). It lists names
 * in the order of their UTF-16 units, where our own stand-in takes the order of UTF-8.
 * @param server where it listens for blobs: `http://127.0.0.1:10000`
 */
export function azuriteContract(server: string): void {
  const endpoint = `${server}/${account}`
  const service = new BlobServiceClient(endpoint, new StorageSharedKeyCredential(account, key))
  let containers = 0
  documentStoreContract(
    'The Azure Blob Storage store on Azurite',
    async () => {
      const container = `t${Date.now().toString(36)}${containers++}`
      const client = service.getContainerClient(container)
      await client.create()
      return {
        store: createAzureDocumentStore({ container, access: { account, key }, endpoint, conditions: 'trust' }),
        async damage(path) {
          const blob = client.getBlockBlobClient(path)
          const { metadata = {} } = await blob.getProperties()
          const bytes = await blob.downloadToBuffer()
          bytes[0] = (bytes[0] ?? 0) ^ 1
          await blob.uploadData(bytes, { metadata })
        },
        async makeFolder(path) {
          await client.getBlockBlobClient(`${path}/`).uploadData(Buffer.alloc(0))
        },
        // Times are in whole seconds.
        passTime: () => delay(1100),
        close: async () => void (await client.delete()),
      }
    },
    { hierarchical: false, segmentBytes: 900, utf8Order: false },
  )
}
