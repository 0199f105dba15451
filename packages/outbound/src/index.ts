export { readAllowedHosts } from './allowed-hosts.ts'
export { createRemoteDocuments, type RemoteDocumentsSettings } from './remote-documents.ts'
export {
  createProviderApi,
  type ProviderAnswer,
  type ProviderApi,
  type ProviderApiSettings,
  type ProviderCall,
  ProviderCallFault,
  readProviderAddress,
} from './provider-api.ts'
