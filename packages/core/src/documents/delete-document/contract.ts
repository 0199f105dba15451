import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { storedDocument } from '../../shapes/document-target.ts'
import { documentPath } from '../../model/document-path.ts'
import { ifVersion } from '../if-version.ts'
import { storeAccessProblems } from '../source-problems.ts'

/** One document; a folder is as absent as what never was. */
export const deleteDocumentContract = defineContract({
  name: 'delete-document',
  area: 'documents',
  summary: 'Takes a stored document away.',
  description:
    'Whole, or not at all. With `ifVersion` only that version is taken away, checked in the same step; a store that cannot do so answers `unsupported_option`. In a local store its kept versions go with it; a bucket with versioning keeps them readable by `version`, as long as its rules say. A folder that is left empty may go as well. While another call moves or deletes the document, it is `write_conflict`: call again.',
  effect: true,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      path: documentPath,
      ifVersion,
      provider: z.string().max(64).optional().describe('The store that has it; absent: the default.'),
      dryRun: z.boolean().default(false).describe('Check everything, take nothing away.'),
    }),
  ),
  output: z.lazy(() => z.object({ document: storedDocument.describe('What was there.') })),
  needs: ['stores', 'clock', 'claims'],
  problems: [...storeAccessProblems, 'document_not_found', 'write_conflict', 'unsupported_option'],
  examples: [{ title: 'Delete a document', input: { path: 'drafts/old-offer.txt' } }],
})
