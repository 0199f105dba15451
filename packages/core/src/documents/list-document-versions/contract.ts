import * as z from 'zod'
import { defineContract } from '../../contract.ts'
import { storedDocument } from '../../shapes/document-target.ts'
import { documentPath } from '../../model/document-path.ts'
import { storeAccessProblems } from '../source-problems.ts'

/** What can be had by `version`. */
export const listDocumentVersionsContract = defineContract({
  name: 'list-document-versions',
  area: 'documents',
  summary: 'Lists the versions of a stored document.',
  description:
    'The newest first, which is the one that is there; then those that were kept (`onConflict: keep-both-versions`). Each can be read by its `version`, wherever a document comes from a `path`, and had again by `/get-document`.',
  effect: false,
  cost: 'plain',
  takesDocuments: false,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      path: documentPath,
      provider: z.string().max(64).optional().describe('The store that has it; absent: the default.'),
    }),
  ),
  output: z.lazy(() => z.object({ versions: z.array(storedDocument) })),
  needs: ['stores'],
  problems: [...storeAccessProblems, 'document_not_found', 'unsupported_option'],
  examples: [{ title: 'All versions', input: { path: 'drafts/offer.txt' } }],
})
