export { createGcsDocumentStore, type GcsDocumentStoreSettings } from './gcs/gcs-document-store.ts'
export {
  createLocalDocumentStore,
  type LocalDocumentStore,
  type LocalDocumentStoreSettings,
} from './local/local-document-store.ts'
export { createMemoryDocumentStore, type MemoryDocumentStore } from './memory/memory-document-store.ts'
