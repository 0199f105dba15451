import { type DocumentStore, type Providers, present, providers } from '@chancery/core'
import {
  createAzureDocumentStore,
  createGcsDocumentStore,
  createLocalDocumentStore,
  createMemoryDocumentStore,
  createS3DocumentStore,
} from '@chancery/storage'
import type { Configuration } from '../settings/configuration.ts'
import type { DataFolders } from '../tokens.ts'

/** The stores that are chosen, the default first. None is asked anything yet. */
export function configuredStores(settings: Configuration, folders: DataFolders): Providers<DocumentStore> {
  const make = {
    local: () => createLocalDocumentStore({ root: folders.documents }),
    memory: () => createMemoryDocumentStore(),
    gcs: () =>
      createGcsDocumentStore(
        present({
          bucket: settings.CHANCERY_GCS_BUCKET ?? '',
          prefix: settings.CHANCERY_GCS_PREFIX,
          versions: settings.CHANCERY_GCS_VERSIONS === 'on',
          apiEndpoint: settings.CHANCERY_GCS_ENDPOINT,
        }),
      ),
    s3: () => s3Store(settings),
    azure: () => azureStore(settings),
  }
  return providers(Object.fromEntries(settings.CHANCERY_STORES.map((name) => [name, make[name]()])))
}

function s3Store(settings: Configuration): DocumentStore {
  const { CHANCERY_S3_ACCESS_KEY_ID: accessKeyId, CHANCERY_S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  const pathStyle = settings.CHANCERY_S3_PATH_STYLE
  return createS3DocumentStore(
    present({
      bucket: settings.CHANCERY_S3_BUCKET ?? '',
      prefix: settings.CHANCERY_S3_PREFIX,
      region: settings.CHANCERY_S3_REGION,
      endpoint: settings.CHANCERY_S3_ENDPOINT,
      pathStyle: pathStyle === undefined ? undefined : pathStyle === 'on',
      versions: settings.CHANCERY_S3_VERSIONS === 'on',
      credentials:
        accessKeyId === undefined || secretAccessKey === undefined ? undefined : { accessKeyId, secretAccessKey },
    }),
  )
}

function azureStore(settings: Configuration): DocumentStore {
  const { CHANCERY_AZURE_CONNECTION_STRING: connectionString } = settings
  return createAzureDocumentStore(
    present({
      container: settings.CHANCERY_AZURE_CONTAINER ?? '',
      prefix: settings.CHANCERY_AZURE_PREFIX,
      versions: settings.CHANCERY_AZURE_VERSIONS === 'on',
      endpoint: settings.CHANCERY_AZURE_ENDPOINT,
      access:
        connectionString === undefined
          ? { account: settings.CHANCERY_AZURE_ACCOUNT ?? '', key: settings.CHANCERY_AZURE_KEY ?? '' }
          : { connectionString },
    }),
  )
}
