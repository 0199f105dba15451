import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { producedDocument } from '../../shapes/document-target.ts'
import { documentPath } from '../document-path.ts'
import { addressOrder, signedAddress } from '../signed-address.ts'
import { storeAccessProblems } from '../source-problems.ts'

/** A stored document as it is: it is not looked into. */
export const getDocumentContract = defineContract({
  name: 'get-document',
  area: 'documents',
  summary: 'Gives a stored document back.',
  description:
    'The bytes as they were stored, whose checksum was verified: as base64 in JSON, or by themselves where `Accept` names the type of the document or `application/octet-stream`. As `application/octet-stream` a document may be larger than a JSON answer. With `output.address` the answer has no bytes but a signed address, by which whoever has it reads them at the store itself (Cloud Storage, S3, Azure), ranges too, until it expires; the store does not compare their checksum, so compare `sha256`.',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: true,
  input: z.lazy(() =>
    z.strictObject({
      path: documentPath,
      version: z.string().min(1).max(255).optional().describe('An older version, where the store keeps them.'),
      provider: z.string().max(64).optional().describe('The store that has it; absent: the default.'),
      output: addressOrder.describe('What is answered; absent: the bytes.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      document: producedDocument,
      address: signedAddress.optional().describe('A secret: whoever has it has the document.'),
    }),
  ),
  needs: ['stores', 'settings'],
  problems: [...storeAccessProblems, 'document_not_found', 'document_corrupt', 'unsupported_option'],
  examples: [{ title: 'Have a document again', input: { path: 'drafts/offer.txt' } }],
})
