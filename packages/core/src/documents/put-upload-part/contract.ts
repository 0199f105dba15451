import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { crossFieldCheck } from '../../model/cross-field.ts'
import { documentSource } from '../../model/document-source.ts'
import { sha256Field } from '../keeping.ts'
import { addressOrder, signedAddress } from '../signed-address.ts'
import { fetchProblems } from '../source-problems.ts'
import { partNumber, uploadedPart, uploadName } from '../uploads/upload-fields.ts'

/** For documents that are larger than one request may be. */
export const putUploadPartContract = defineContract({
  name: 'put-upload-part',
  area: 'documents',
  summary: 'Takes a part of a document that is too large for one request.',
  description:
    'Each part is a request of its own: raw bytes, a form or base64 as any document. They come in any order, also at once; a part that is sent again takes the place of the first. What was answered is kept, whatever happens to the service, for 48 hours. `/finish-upload` makes a stored document of them, `/get-upload` tells which are there. With `output.address` in place of `document` the answer is a signed address (Cloud Storage, S3, Azure): the part is sent to it by `PUT`, with the headers of the answer and no other, past this service and what bounds its requests. It creates a part, and replaces none. What came that way becomes a document as any part: by `/finish-upload`, which reads it and holds the whole to its SHA-256.',
  effect: true,
  cost: 'plain',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z
      .strictObject({
        upload: uploadName,
        part: partNumber.describe('Which part it is, from 1 on.'),
        document: documentSource.optional().describe('The bytes of the part; absent with `output`.'),
        output: addressOrder.describe('An address to which the bytes of the part are sent, in place of `document`.'),
        sha256: sha256Field.optional().describe('The bytes of the part must have this SHA-256.'),
        provider: z
          .string()
          .max(64)
          .optional()
          .describe('The store that the document is for; absent: the default. The same in all calls of an upload.'),
        dryRun: z.boolean().default(false).describe('Check everything, keep nothing.'),
      })
      .check(crossFieldCheck(isSentOrAddressed)),
  ),
  output: z.lazy(() =>
    z.object({
      upload: z.string(),
      part: partNumber,
      size: uploadedPart.shape.size.optional().describe('Bytes; absent with `address`.'),
      sha256: z.string().optional().describe('Hex; absent with `address`.'),
      expiresAt: z.string().describe('So long it is kept, if it was sent by now.'),
      address: signedAddress.optional().describe('A secret: whoever has it sends the part. None in a dry run.'),
    }),
  ),
  needs: ['stores', 'uploads', 'guard', 'remoteDocuments', 'settings', 'hasher', 'clock'],
  problems: [...fetchProblems, 'write_conflict', 'unsupported_option', 'document_corrupt', 'checksum_mismatch'],
  examples: [
    {
      title: 'The first part',
      input: { upload: 'offer-2026-015', part: 1, document: { content: 'RGVhciBNcyBNw7xsbGVyLA0K' } },
    },
  ],
})

/** One of the two says where the bytes come from. */
function isSentOrAddressed({
  value,
  issues,
}: z.core.ParsePayload<{ document?: unknown; output?: unknown; sha256?: unknown }>): void {
  const told = (field: string, code: string, message: string): void =>
    void issues.push({ code: 'custom', input: value, path: [field], message, params: { code } })
  if (value.output === undefined) {
    if (value.document === undefined) told('document', 'required', 'The bytes of the part, or `output` for an address.')
    return
  }
  if (value.document !== undefined) told('output', 'unexpected_field', 'The part is sent here, and needs no address.')
  if (value.sha256 !== undefined)
    told('sha256', 'unexpected_field', 'Nobody compares it at an address: `/finish-upload` compares that of the whole.')
}
