import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { storeAccessProblems } from '../source-problems.ts'
import { uploadedPart, uploadName } from '../uploads/upload-fields.ts'

/** For an upload that was interrupted. */
export const getUploadContract = defineContract({
  name: 'get-upload',
  area: 'documents',
  summary: 'Tells which parts of an upload are there.',
  description:
    'In their order, each whole. None where nothing was sent, where all has expired, or where the upload was finished. What is missing is sent by `/put-upload-part`.',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      upload: uploadName,
      provider: z.string().max(64).optional().describe('As of its parts; absent: the default.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      upload: z.string(),
      parts: z.array(uploadedPart.extend({ expiresAt: z.string() })),
      size: z.int().describe('Bytes of all parts.'),
      maxSize: z.int().describe('Bytes that a document may have.'),
    }),
  ),
  needs: ['uploads', 'settings', 'hasher', 'clock'],
  problems: storeAccessProblems,
  examples: [{ title: 'What is there', input: { upload: 'offer-2026-015' } }],
})
