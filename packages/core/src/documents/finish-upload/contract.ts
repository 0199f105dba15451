import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { crossFieldCheck } from '../../model/cross-field.ts'
import { keepingFields, sha256Field, storeOutcome, versionIsReplaced } from '../keeping.ts'
import { storeAccessProblems, storeProblems } from '../source-problems.ts'
import { maxParts, uploadName } from '../uploads/upload-fields.ts'

/** As `/store-document`, of a document that came in parts. */
export const finishUploadContract = defineContract({
  name: 'finish-upload',
  area: 'documents',
  summary: 'Stores the document whose parts were sent.',
  description:
    'As `/store-document` does, of the parts 1 to `parts` behind one another. The whole must have the SHA-256 that is stated, so what is stored is what was meant. Then these parts are gone; where it fails they stay, and the call can be made again. Of calls at once, and where the parts are gone because it was stored already, one stores it and the others answer it as `unchanged`.',
  effect: true,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z
      .strictObject({
        upload: uploadName,
        parts: z.int().min(1).max(maxParts).describe('How many parts it has.'),
        sha256: sha256Field.describe('Of the whole document.'),
        document: z
          .strictObject({
            filename: z.string().min(1).max(1024).optional().describe('Its name; absent: that of its path.'),
            contentType: z.string().max(255).optional().describe('What the caller takes it for; the bytes decide.'),
          })
          .optional()
          .describe('What is said of it, as in `/store-document`.'),
        ...keepingFields(),
        dryRun: z.boolean().default(false).describe('Check everything, write nothing.'),
      })
      .check(crossFieldCheck(versionIsReplaced)),
  ),
  output: storeOutcome,
  needs: ['stores', 'uploads', 'guard', 'settings', 'hasher', 'clock'],
  problems: [...storeAccessProblems, ...storeProblems, 'upload_incomplete', 'checksum_mismatch', 'document_corrupt'],
  examples: [
    {
      title: 'Check what was sent',
      input: {
        upload: 'offer-2026-015',
        parts: 1,
        sha256: 'e076dbe0250350f42322531f585d0b18c35a68766c1cf26dcf7b4106680c0d9f',
        path: 'offers/2026-015.txt',
        dryRun: true,
      },
    },
  ],
})
