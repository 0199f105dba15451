import { fetchProblems, storeProblems } from '../source-problems.ts'
import * as z from 'zod'
import { documentSource } from '../../model/document-source.ts'
import { crossFieldCheck } from '../../model/cross-field.ts'
import { keepingFields, sha256Field, storeOutcome, versionIsReplaced } from '../keeping.ts'
import { defineContract } from '../../contract.ts'

/** Keeps the bytes as they come: their type is looked at, no document is refused for what is in it. */
export const storeDocumentContract = defineContract({
  name: 'store-document',
  area: 'documents',
  summary: 'Stores a document under a path.',
  description:
    'Writes the document whole or not at all, verifies its checksum, and answers what is stored. Storing the same document at the same path again succeeds without a new version. With `ifVersion` only that version is replaced, checked in the same step.',
  effect: true,
  cost: 'plain',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z
      .strictObject({
        document: documentSource,
        ...keepingFields(),
        sha256: sha256Field.optional().describe('The bytes must have this SHA-256.'),
        dryRun: z.boolean().default(false).describe('Check everything, write nothing.'),
      })
      .check(crossFieldCheck(versionIsReplaced)),
  ),
  output: storeOutcome,
  needs: ['stores', 'guard', 'remoteDocuments', 'settings', 'hasher', 'clock'],
  problems: [...fetchProblems, ...storeProblems, 'checksum_mismatch'],
  examples: [
    {
      title: 'Store a text',
      input: {
        document: { content: 'RGVhciBNcyBNw7xsbGVyLA0K', filename: 'note.txt' },
        path: 'notes/mueller.txt',
        onConflict: 'overwrite',
        metadata: { matter: '2026-0117' },
      },
    },
  ],
})
