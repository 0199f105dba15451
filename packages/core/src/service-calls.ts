import { catalog } from './catalog.ts'
import { deleteClient } from './clients/delete-client/index.ts'
import { exportClients } from './clients/export-clients/index.ts'
import { findClients } from './clients/find-clients/index.ts'
import { getClient } from './clients/get-client/index.ts'
import { settleClients } from './clients/settle-clients/index.ts'
import { splitClient } from './clients/split-client/index.ts'
import { deleteDocument } from './documents/delete-document/index.ts'
import { finishUpload } from './documents/finish-upload/index.ts'
import { getDocument } from './documents/get-document/index.ts'
import { getUpload } from './documents/get-upload/index.ts'
import { listDocumentVersions } from './documents/list-document-versions/index.ts'
import { moveDocument } from './documents/move-document/index.ts'
import { putUploadPart } from './documents/put-upload-part/index.ts'
import { cancelEmail } from './email/cancel-email/index.ts'

/**
 * What can be called beside the twelve operations, to see to what they keep. A service call is made like an operation, a
 * folder with its contract and its service, and is one line here: HTTP, Functions, the gateway's document, OpenAPI, the
 * clients, the operations of a key and the docs follow from it.
 */
export const serviceCalls = [
  getDocument,
  listDocumentVersions,
  moveDocument,
  deleteDocument,
  putUploadPart,
  getUpload,
  finishUpload,
  cancelEmail,
  getClient,
  findClients,
  exportClients,
  settleClients,
  splitClient,
  deleteClient,
] as const

/** Everything that can be called: the operations, and then the service calls. */
export const calls = [...catalog, ...serviceCalls] as const

/** A tuple, so that each call keeps its own types; `CallOf` picks one. */
export type Calls = typeof calls
/** As on the wire: `store-document`, `get-document`. */
export type CallName = Calls[number]['name']

/** The operation or service call of a name, with its own types. */
export type CallOf<Name extends CallName> = Extract<Calls[number], { name: Name }>

/** In the order of `calls`. */
export const callNames: readonly CallName[] = calls.map(({ name }) => name)

export {
  cancelEmail,
  deleteClient,
  deleteDocument,
  exportClients,
  findClients,
  finishUpload,
  getClient,
  getDocument,
  getUpload,
  listDocumentVersions,
  moveDocument,
  putUploadPart,
  settleClients,
  splitClient,
}
