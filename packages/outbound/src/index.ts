export { readAllowedHosts } from './allowed-hosts.ts'
export { createRemoteDocuments, type RemoteDocumentsSettings } from './remote-documents.ts'
