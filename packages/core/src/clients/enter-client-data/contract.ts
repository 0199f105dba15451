import { openProblems } from '../../documents/source-problems.ts'
import * as z from 'zod'
import { documentSource } from '../../shapes/document-source.ts'
import { finding } from '../../shapes/finding.ts'
import { localeOptions } from '../../shapes/locale.ts'
import { clientFields } from '../client-record.ts'
import { shownFields } from '../matching/comparison.ts'
import { defineContract } from '../../contract.ts'

const counts = () => ({
  read: z.int().describe('Always the sum of the others.'),
  created: z.int(),
  updated: z.int().describe('Known before, and changed.'),
  unchanged: z.int().describe('Known before, and nothing new (or `skip`).'),
  merged: z.int().describe('The same client as an earlier row of this call.'),
  rejected: z.int(),
})

const comparedField = () =>
  z.object({
    field: z.enum(Object.values(shownFields)),
    incoming: z.string().optional().describe('Of the row.'),
    known: z.string().optional().describe('Of the client.'),
    agreement: z.enum(['same', 'similar', 'different', 'absent']),
  })

const mappingTarget = z.lazy(() =>
  z
    .string()
    .refine(
      (target) =>
        target === 'ignore' || /^custom\..{1,64}$/.test(target) || (clientFields as readonly string[]).includes(target),
      {
        message: `Must be "ignore", "custom.<name>" or one of: ${clientFields.join(', ')}.`,
        params: { code: 'unknown_client_field' },
      },
    ),
)

/**
 * Enters rows in batches: of a call that fails, the batches before are kept. It ends with `nextCursor` before its time
 * does.
 */
export const enterClientDataContract = defineContract({
  name: 'enter-client-data',
  area: 'clients',
  summary: 'Imports client records from a file or a connected system.',
  description:
    'Columns are mapped by name and by content, values are normalized, and people met before are matched, not duplicated: by ids, addresses and numbers, and by being alike in all that both say. What is likely and not sure is told in `review`, field by field. Nothing is silently lost: `read` equals the sum of the other counts, and each rejected row is named with its reasons. Importing the same file again changes nothing, so a run that was cut off is simply repeated. A file that takes longer than a call may is imported in several: each answers `nextCursor` in time.',
  effect: true,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      source: z.strictObject({
        provider: z
          .string()
          .min(1)
          .max(64)
          .describe(
            "csv, tsv, xlsx, xls, ods, json, ndjson, vcard, jcard, ldif, or a configured connection's provider.",
          ),
        document: documentSource.optional().describe('The file.'),
        connection: z.string().max(128).optional().describe('Of a connected system, as are `query` and `since`.'),
        query: z.string().max(4096).optional(),
        since: z.iso.datetime({ offset: true }).optional(),
        system: z
          .string()
          .regex(/^[\w.-]{1,64}$/)
          .optional()
          .describe('Whose ids the external ids are; absent: the provider.'),
      }),
      mapping: z
        .record(z.string(), mappingTarget)
        .optional()
        .describe('Column to field, "custom.<name>" or "ignore", for what is not recognized by itself.'),
      matchBy: z
        .array(z.enum(['externalId', 'email', 'phone', 'likeness']))
        .min(1)
        .max(4)
        .default(['externalId', 'email', 'phone', 'likeness'])
        .describe(
          'By what a client is recognized, strongest first. `likeness`: by all that both say, where that leaves no doubt; it is asked last.',
        ),
      onConflict: z
        .enum(['merge', 'replace', 'skip'])
        .default('merge')
        .describe('A known client: add what is new and take over what changed; become the row; or stay as it is.'),
      country: z
        .string()
        .regex(/^[A-Za-z]{2}$/, 'Must be an ISO 3166-1 code, such as "DE".')
        .optional()
        .describe('Of phone numbers without a country code.'),
      locale: localeOptions().locale,
      dryRun: z.boolean().default(false).describe('The same run, nothing kept.'),
      limit: z
        .int()
        .min(1)
        .max(100_000)
        .optional()
        .describe(
          'Rows of this call, whose caller waits for 50,000 at most. What is left goes on by `nextCursor`; or have all of it done in the background (`Prefer: respond-async`), where a call takes more.',
        ),
      cursor: z.string().max(4096).optional(),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      summary: z.object(counts()),
      clients: z.array(
        z.object({
          row: z.int(),
          id: z.string().describe('In a dry run, of a client that would be created: not kept.'),
          name: z.string(),
          status: z.enum(['created', 'updated', 'unchanged', 'merged']),
          matchedBy: z.enum(['externalId', 'email', 'phone', 'likeness']).optional(),
          warnings: z.array(finding),
        }),
      ),
      rejected: z.array(
        z.object({
          row: z.int(),
          raw: z.record(z.string(), z.string()).describe('As it was read.'),
          errors: z.array(finding),
        }),
      ),
      review: z
        .array(
          z.object({
            row: z.int(),
            id: z.string().describe('The client that was made of the row.'),
            candidates: z.array(
              z.object({
                id: z.string(),
                name: z.string(),
                probability: z.number().describe('That both are one client, 0 to 1.'),
                fields: z.array(comparedField()),
              }),
            ),
          }),
        )
        .describe(
          'Rows that may be about a known client: each is a client of its own until `/settle-clients` says more.',
        ),
      mapping: z.array(
        z.object({
          column: z.string(),
          field: z.string(),
          confidence: z.number(),
          reason: z.enum(['given', 'name', 'content', 'unknown']),
        }),
      ),
      nextCursor: z
        .string()
        .optional()
        .describe('There is more than `limit`, or than there was time for; call again with it.'),
    }),
  ),
  needs: [
    'stores',
    'guard',
    'remoteDocuments',
    'settings',
    'clientSources',
    'clientNormalizer',
    'clientDirectory',
    'ids',
    'clock',
    'hasher',
  ],
  problems: [...openProblems, 'write_conflict'],
  examples: [
    {
      title: 'A small csv',
      input: {
        source: {
          provider: 'csv',
          document: {
            content:
              'TmFtZSxFLU1haWwsUGhvbmUKQWRhIExvdmVsYWNlLGFkYUBleGFtcGxlLmNvbSwrNDQgMjAgNzk0NiAwOTU4CkNvdW50ZXNzIG9mIExvdmVsYWNlLGNvdW50ZXNzQGV4YW1wbGUuY29tLAo=',
            filename: 'clients.csv',
          },
        },
      },
    },
  ],
})
