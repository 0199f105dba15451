import { fetchProblems, storeProblems } from '../source-problems.ts'
import * as z from 'zod'
import { documentSource } from '../../shapes/document-source.ts'
import { onConflict, storedDocument } from '../../shapes/document-target.ts'
import { crossFieldCheck } from '../../shapes/cross-field.ts'
import { documentPath } from '../document-path.ts'
import { ifVersion } from '../if-version.ts'
import { defineContract } from '../../contract.ts'

/** A version can be named where it is to be replaced. */
function versionIsReplaced({
  value,
  issues,
}: z.core.ParsePayload<{ ifVersion?: unknown; onConflict?: unknown }>): void {
  if (value.ifVersion === undefined || value.onConflict === 'overwrite' || value.onConflict === 'keep-both-versions')
    return
  issues.push({
    code: 'custom',
    input: value.ifVersion,
    path: ['ifVersion'],
    message: '`ifVersion` goes with `onConflict` `overwrite` or `keep-both-versions`.',
    params: { code: 'unexpected_field', hint: 'Say how the version is to be replaced.' },
  })
}

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
        path: documentPath,
        provider: z.string().max(64).optional().describe('The store; absent: the default.'),
        onConflict: onConflict.default('fail'),
        ifVersion,
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
      })
      .check(crossFieldCheck(versionIsReplaced)),
  ),
  output: z.lazy(() =>
    z.object({
      document: storedDocument,
      created: z.boolean().describe('Nothing was at the path before.'),
      unchanged: z.boolean().describe('The same document was there already, and nothing was written.'),
      previousVersion: z.string().optional().describe('The version that was replaced.'),
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
