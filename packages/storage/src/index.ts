export { createAzureDocumentStore, type AzureDocumentStoreSettings } from './azure/azure-document-store.ts'
export { createGcsDocumentStore, type GcsDocumentStoreSettings } from './gcs/gcs-document-store.ts'
export {
  createLocalDocumentStore,
  type LocalDocumentStore,
  type LocalDocumentStoreSettings,
} from './local/local-document-store.ts'
export { documentIndexLayout } from './local/document-index.ts'
export { createMemoryDocumentStore, type MemoryDocumentStore } from './memory/memory-document-store.ts'
export { createS3DocumentStore, type S3DocumentStoreSettings } from './s3/s3-document-store.ts'
