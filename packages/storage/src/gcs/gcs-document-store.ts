import { type DocumentStore, optionalPackage } from '@chancery/core'
import { createObjectDocumentStore } from '../objects/object-document-store.ts'
import type { ObjectStoreSettings } from '../objects/object-store-settings.ts'
import { gcsDriver } from './gcs-driver.ts'

/** Credentials are not among them: Google's client finds the application default ones. */
export interface GcsDocumentStoreSettings extends ObjectStoreSettings {
  readonly bucket: string
  readonly projectId?: string
  /** Another endpoint than Google's, such as an emulator; it is called without credentials. */
  readonly apiEndpoint?: string
}

/**
 * Documents as objects of a Google Cloud Storage bucket. The version is the object's generation; older ones are kept where
 * the bucket has object versioning on.
 */
export function createGcsDocumentStore(settings: GcsDocumentStoreSettings): DocumentStore {
  const { id = 'gcs', projectId, apiEndpoint, conditions = apiEndpoint === undefined ? 'trust' : 'try' } = settings
  return createObjectDocumentStore(id, { ...settings, conditions }, async () => {
    const { Storage } = await optionalPackage(
      '@google-cloud/storage',
      'To store in Google Cloud Storage',
      () => import('@google-cloud/storage'),
    )
    const storage = new Storage({
      // `repeatedCall` says why.
      retryOptions: { autoRetry: false, maxRetries: 0 },
      ...(projectId === undefined ? {} : { projectId }),
      ...(apiEndpoint === undefined ? {} : { apiEndpoint }),
    })
    return gcsDriver(storage.bucket(settings.bucket), id)
  })
}
