import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { documentSource } from '../../shapes/document-source.ts'
import { sha256Field } from '../keeping.ts'
import { fetchProblems } from '../source-problems.ts'
import { partNumber, uploadedPart, uploadName } from '../uploads/upload-fields.ts'

/** For documents that are larger than one request may be. */
export const putUploadPartContract = defineContract({
  name: 'put-upload-part',
  area: 'documents',
  summary: 'Takes a part of a document that is too large for one request.',
  description:
    'Each part is a request of its own: raw bytes, a form or base64 as any document. They come in any order, also at once; a part that is sent again takes the place of the first. What was answered is kept, whatever happens to the service, for 48 hours. `/finish-upload` makes a stored document of them, `/get-upload` tells which are there.',
  effect: true,
  cost: 'plain',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      upload: uploadName,
      part: partNumber.describe('Which part it is, from 1 on.'),
      document: documentSource.describe('The bytes of the part.'),
      sha256: sha256Field.optional().describe('The bytes of the part must have this SHA-256.'),
      provider: z
        .string()
        .max(64)
        .optional()
        .describe('The store that the document is for; absent: the default. The same in all calls of an upload.'),
      dryRun: z.boolean().default(false).describe('Check everything, keep nothing.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      upload: z.string(),
      ...uploadedPart.shape,
      sha256: z.string().describe('Hex.'),
      expiresAt: z.string().describe('So long it is kept.'),
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
