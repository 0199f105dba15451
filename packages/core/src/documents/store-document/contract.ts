import { fetchProblems, storeProblems } from '../source-problems.ts'
import * as z from 'zod'
import { documentSource } from '../../shapes/document-source.ts'
import { onConflict, storedDocument } from '../../shapes/document-target.ts'
import { documentPath } from '../document-path.ts'
import { defineContract } from '../../contract.ts'

/** Keeps the bytes as they come: their type is looked at, no document is refused for what is in it. */
export const storeDocumentContract = defineContract({
  name: 'store-document',
  area: 'documents',
  summary: 'Stores a document under a path.',
  description:
    'Writes the document whole or not at all, verifies its checksum, and answers what is stored. Storing the same bytes at the same path again succeeds without a new version.',
  effect: true,
  cost: 'plain',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      document: documentSource,
      path: documentPath,
      provider: z.string().max(64).optional().describe('The store; absent: the default.'),
      onConflict: onConflict.default('fail'),
      contentType: z
        .string()
        .max(255)
        .regex(/^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/, 'Must be a media type, such as "application/pdf".')
        .optional()
        .describe('Kept with the document; absent: decided from the bytes.'),
      metadata: z
        .record(
          z.string().regex(/^[\w.-]{1,64}$/, 'A name is 1 to 64 of the letters A to Z, digits, ".", "_" and "-".'),
          z.string().max(1024),
        )
        .refine((metadata) => Object.keys(metadata).length <= 64, 'At most 64 entries.')
        .optional()
        .describe('Texts kept with the document.'),
      sha256: z
        .string()
        .regex(/^[0-9a-fA-F]{64}$/, 'Must be 64 hexadecimal digits.')
        .optional()
        .describe('The bytes must have this SHA-256.'),
      dryRun: z.boolean().default(false).describe('Check everything, write nothing.'),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      document: storedDocument,
      created: z.boolean().describe('False where the same document was there already.'),
    }),
  ),
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
