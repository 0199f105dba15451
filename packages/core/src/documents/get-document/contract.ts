import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { crossFieldCheck } from '../../model/cross-field.ts'
import { producedDocument } from '../../shapes/document-target.ts'
import { documentPath } from '../../model/document-path.ts'
import { answeredRange, rangeOrder } from '../document-range.ts'
import { addressOrder, signedAddress } from '../signed-address.ts'
import { storeAccessProblems } from '../source-problems.ts'

/** A stored document as it is: it is not looked into. */
export const getDocumentContract = defineContract({
  name: 'get-document',
  area: 'documents',
  summary: 'Gives a stored document back.',
  description:
    'The bytes as they were stored, whose checksum was verified: as base64 in JSON, or by themselves where `Accept` names the type of the document or `application/octet-stream`. As `application/octet-stream` a document may be larger than a JSON answer. With `range` only some of the bytes are answered, of which no checksum is known: by themselves with the status 206 and `Content-Range`. A header `Range` with one range of bytes says the same; as everywhere, one that is written otherwise, has several ranges or comes with `If-Range` is not regarded. `ifVersion` keeps the pieces of one document together; `ETag` of bytes is the version in quotation marks. With `output.address` the answer has no bytes but a signed address, by which whoever has it reads them at the store itself (Cloud Storage, S3, Azure), ranges too, until it expires; the store does not compare their checksum, so compare `sha256`.',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: true,
  input: z.lazy(() =>
    z
      .strictObject({
        path: documentPath,
        version: z.string().min(1).max(255).optional().describe('An older version, where the store keeps them.'),
        ifVersion: z
          .string()
          .min(1)
          .max(255)
          .optional()
          .describe('Only where this version is there; absent: whatever is there.'),
        range: rangeOrder.optional().describe('Only these bytes; absent: all.'),
        provider: z.string().max(64).optional().describe('The store that has it; absent: the default.'),
        output: addressOrder.describe('What is answered; absent: the bytes.'),
      })
      .check(crossFieldCheck(rangeIsOfBytes)),
  ),
  output: z.lazy(() =>
    z.object({
      document: producedDocument.describe('With `range`, `size` and `sha256` are those of the whole document.'),
      range: answeredRange.optional().describe('Which bytes these are, where only some were asked for.'),
      address: signedAddress.optional().describe('A secret: whoever has it has the document.'),
    }),
  ),
  needs: ['stores', 'settings'],
  problems: [
    ...storeAccessProblems,
    'document_not_found',
    'document_corrupt',
    'unsupported_option',
    'write_conflict',
    'range_not_satisfiable',
  ],
  examples: [
    { title: 'Have a document again', input: { path: 'drafts/offer.txt' } },
    { title: 'Some of its bytes', input: { path: 'drafts/offer.txt', range: { start: 5, end: 18 } } },
  ],
})

/** An address has no range in it: whoever uses it says one. */
function rangeIsOfBytes({ value, issues }: z.core.ParsePayload<{ range?: unknown; output?: unknown }>): void {
  if (value.range === undefined || value.output === undefined) return
  issues.push({
    code: 'custom',
    input: value.range,
    path: ['range'],
    message: '`range` is of bytes, and an address has none.',
    params: { code: 'unexpected_field', hint: 'Send a `Range` to the address.' },
  })
}
