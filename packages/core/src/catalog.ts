import { enterClientData } from './clients/enter-client-data/index.ts'
import { extractDocument } from './documents/extract-document/index.ts'
import { getFolderDirectories } from './documents/get-folder-directories/index.ts'
import { identifyKeyFields } from './documents/identify-key-fields/index.ts'
import { storeDocument } from './documents/store-document/index.ts'
import { fillEmailTemplate } from './email/fill-email-template/index.ts'
import { generateEmailTemplate } from './email/generate-email-template/index.ts'
import { sendEmail } from './email/send-email/index.ts'
import { validateEmailTemplate } from './email/validate-email-template/index.ts'
import { generateDocumentTemplate } from './templates/generate-document-template/index.ts'
import { preFilling } from './templates/pre-filling/index.ts'
import { validateDocumentTemplate } from './templates/validate-document-template/index.ts'

/** The twelve operations, in one list. HTTP, Functions, OpenAPI, the client and the docs are derived from it. */
export const catalog = [
  storeDocument,
  getFolderDirectories,
  extractDocument,
  identifyKeyFields,
  preFilling,
  validateDocumentTemplate,
  generateDocumentTemplate,
  sendEmail,
  generateEmailTemplate,
  validateEmailTemplate,
  fillEmailTemplate,
  enterClientData,
] as const

/** A tuple, so that each operation keeps its own types; `OperationOf` picks one. */
export type Catalog = typeof catalog
/** As on the wire: `store-document`. */
export type OperationName = Catalog[number]['name']

/** The operation of a name, with its own types. */
export type OperationOf<Name extends OperationName> = Extract<Catalog[number], { name: Name }>

/** In the order of the catalog. */
export const operationNames: readonly OperationName[] = catalog.map(({ name }) => name)

export {
  enterClientData,
  extractDocument,
  getFolderDirectories,
  identifyKeyFields,
  storeDocument,
  fillEmailTemplate,
  generateEmailTemplate,
  sendEmail,
  validateEmailTemplate,
  generateDocumentTemplate,
  preFilling,
  validateDocumentTemplate,
}
