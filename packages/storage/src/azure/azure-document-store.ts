import type * as Sdk from '@azure/storage-blob'
import { type DocumentStore, optionalPackage } from '@chancery/core'
import { createObjectDocumentStore } from '../objects/object-document-store.ts'
import type { ObjectStoreSettings } from '../objects/object-store-settings.ts'
import { azureDriver } from './azure-driver.ts'

export interface AzureDocumentStoreSettings extends ObjectStoreSettings {
  readonly container: string
  /**
   * How to get in: an account with its key, or a connection string of the Azure portal, which holds both or a shared access
   * signature.
   */
  readonly access: { readonly account: string; readonly key: string } | { readonly connectionString: string }
  /** With an account and its key: another endpoint than that of Azure, with what comes before the container. */
  readonly endpoint?: string
  /** Bytes of one block; larger documents go up in several. Default 8 MiB. */
  readonly blockBytes?: number
}

/**
 * Documents as block blobs of a container of Azure Blob Storage. The version is the ETag or, where the account keeps
 * versions, that of the blob.
 */
export function createAzureDocumentStore(settings: AzureDocumentStoreSettings): DocumentStore {
  const { id = 'azure', access, endpoint, versions = false, blockBytes = 8 * 1024 * 1024 } = settings
  const isAzure = endpoint === undefined && !('connectionString' in access && isElsewhere(access.connectionString))
  const { conditions = isAzure ? 'trust' : 'try' } = settings
  return createObjectDocumentStore(id, { ...settings, conditions }, async () => {
    const sdk = await optionalPackage(
      '@azure/storage-blob',
      'To store in Azure Blob Storage',
      () => import('@azure/storage-blob'),
    )
    const options = {
      // `repeatedCall` does that.
      retryOptions: { maxTries: 1 },
      // Documents are for Azure alone, and not for where a redirect leads. The SDK passes this on.
      redirectOptions: { maxRetries: 0 },
    }
    const { url, credential } = containerAt(sdk, settings)
    const pipeline = sdk.newPipeline(credential, options)
    pipeline.factories.push(checksumOnArrival)
    const container = new sdk.ContainerClient(url, pipeline)
    return azureDriver({ container, sas: sdk.BlobSASPermissions, versions, blockBytes, provider: id })
  })
}

const isElsewhere = (connectionString: string): boolean =>
  /UseDevelopmentStorage=true|BlobEndpoint=(?!https:\/\/[^;]*\.blob\.core\.)/i.test(connectionString)

function containerAt(sdk: typeof Sdk, { access, container, endpoint }: AzureDocumentStoreSettings) {
  if ('connectionString' in access) {
    const service = sdk.BlobServiceClient.fromConnectionString(access.connectionString)
    const { url } = service.getContainerClient(container)
    const { credential } = service
    return { url, credential }
  }
  const base = endpoint ?? `https://${access.account}.blob.core.windows.net`
  return {
    url: `${base.replace(/\/$/, '')}/${encodeURIComponent(container)}`,
    credential: new sdk.StorageSharedKeyCredential(access.account, access.key),
  }
}

/**
 * The SDK states the MD5 of a blob that goes up in one piece only as a fact to be kept. As `Content-MD5` Azure compares it
 * with what arrived (https://learn.microsoft.com/rest/api/storageservices/put-blob).
 */
const checksumOnArrival: Sdk.RequestPolicyFactory = {
  create: (next) => ({
    sendRequest: (request: Sdk.WebResource) => {
      const md5 = request.headers.get('x-ms-blob-content-md5')
      if (request.method === 'PUT' && md5 !== undefined && !new URL(request.url).searchParams.has('comp'))
        request.headers.set('content-md5', md5)
      return next.sendRequest(request)
    },
  }),
}
