import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { onConflict, storedDocument } from '../../shapes/document-target.ts'
import { documentPath } from '../../model/document-path.ts'
import { ifVersion } from '../if-version.ts'
import { storeAccessProblems, storeProblems } from '../source-problems.ts'

/** Within one store; between stores it is a copy by `/store-document`, and a delete. */
export const moveDocumentContract = defineContract({
  name: 'move-document',
  area: 'documents',
  summary: 'Moves a stored document to another path, or renames it.',
  description:
    'The bytes, the content type and the metadata stay as they are; what is at the new path is a new version, and kept versions do not go along: with them happens what happens at a delete, and where they are lost, `versions_left_behind` says so, also in a dry run. The document is stored at the new path first and taken away from the old one then: cut off in between, it is at both, and the same call again ends it. One that others overwrite in between stays as they left it, with `write_conflict`; what was at the new path is replaced then where that was asked for (`replaced` in `details`), and the same call again moves what is there now; what they put there after they took it away stays, too, and the document is moved. Of several moves of one document at once, also of services that share their state, one wins; the others are told so (`write_conflict`), or find nothing at the old path (`document_not_found`). One that was cut off holds others up no longer than the time of a call. A store that cannot delete on the condition of a version answers `unsupported_option`, and the document is at both.',
  effect: true,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      from: documentPath,
      to: documentPath,
      ifVersion,
      onConflict: onConflict.default('fail'),
      provider: z.string().max(64).optional().describe('The store; absent: the default.'),
      dryRun: z.boolean().default(false).describe('Check everything, change nothing.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      document: storedDocument.describe('As it is at the new path.'),
      from: z.string().describe('Where it was.'),
    }),
  ),
  needs: ['stores', 'clock', 'claims'],
  problems: [...storeAccessProblems, ...storeProblems, 'document_not_found', 'document_corrupt', 'checksum_mismatch'],
  examples: [{ title: 'File a draft', input: { from: 'drafts/offer.txt', to: 'offers/2026-014.txt' } }],
})
