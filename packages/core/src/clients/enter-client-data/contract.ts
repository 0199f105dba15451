import { openProblems } from '../../documents/source-problems.ts'
import * as z from 'zod'
import { suggest } from '../../suggest.ts'
import { documentSource } from '../../model/document-source.ts'
import { finding } from '../../model/finding.ts'
import { localeOptions } from '../../shapes/locale.ts'
import { documentTarget, producedDocument } from '../../shapes/document-target.ts'
import { importModes } from '../decide-rows.ts'
import { conflictPolicies } from '../merge-client.ts'
import { clientFields } from '../../model/client-record.ts'
import { shownFields } from '../matching/comparison.ts'
import { defineContract } from '../../contract.ts'

const counts = () => ({
  read: z.int().describe('Always the sum of the others.'),
  created: z.int(),
  updated: z.int().describe('Known before, and changed.'),
  unchanged: z.int().describe('Known before, and nothing new (or `skip`).'),
  merged: z.int().describe('The same client as an earlier row of this call; not rows that were imported before.'),
  rejected: z.int(),
  gone: z.int().optional().describe('Of a connected system: records that it has no more. Absent: none.'),
})

const comparedField = () =>
  z.object({
    field: z.enum(Object.values(shownFields)),
    incoming: z.string().optional().describe('Of the row.'),
    known: z.string().optional().describe('Of the client.'),
    agreement: z.enum(['same', 'similar', 'different', 'absent']),
  })

const isMappingTarget = (target: string): boolean =>
  target === 'ignore' ||
  /^(?:custom|consent|withdrawal)\..{1,64}$/.test(target) ||
  (clientFields as readonly string[]).includes(target)

const mappingTarget = z.lazy(() =>
  z.string().check(({ value, issues }) => {
    if (isMappingTarget(value)) return
    const meant = suggest(value, [...clientFields, 'ignore'])
    issues.push({
      code: 'custom',
      input: value,
      message: `Must be "ignore", "custom.<name>", "consent.<purpose>", "withdrawal.<purpose>" or one of: ${clientFields.join(', ')}.`,
      params: {
        code: 'unknown_client_field',
        ...(meant === undefined ? {} : { hint: `Did you mean \`${meant}\`?` }),
      },
    })
  }),
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
  producesDocuments: true,
  input: z.lazy(() =>
    z.strictObject({
      source: z.strictObject({
        provider: z
          .string()
          .min(1)
          .max(64)
          .describe(
            "csv, tsv, xlsx, xls, ods, json, ndjson, vcard, jcard, jscontact, ldif, or a configured connection's provider: hubspot, salesforce, pipedrive, google, microsoft, zoho, clio.",
          ),
        document: documentSource.optional().describe('The file.'),
        connection: z
          .string()
          .max(128)
          .optional()
          .describe(
            'Name of a configured connection, as are `query` and `since` of connected systems; absent: the first.',
          ),
        query: z.string().max(4096).optional().describe('What to search for, where the system can be searched.'),
        since: z.iso
          .datetime({ offset: true })
          .optional()
          .describe('Only what changed since: `asOf` of the last import that was read to its end.'),
        system: z
          .string()
          .regex(/^[\w.-]{1,64}$/)
          .optional()
          .describe('Whose ids the external ids are; absent: the provider.'),
      }),
      mapping: z
        .record(z.string(), mappingTarget)
        .optional()
        .describe(
          'Column to field, "custom.<name>" or "ignore", for what is not recognized by itself. "consent.<purpose>": a column that says whether, or since when, the client agrees to it (yes, no, a date); "withdrawal.<purpose>": one that says so of not agreeing any more.',
        ),
      matchBy: z
        .array(z.enum(['externalId', 'email', 'phone', 'likeness']))
        .min(1)
        .max(4)
        .default(['externalId', 'email', 'phone', 'likeness'])
        .describe(
          'By what a client is recognized, strongest first. `likeness`: by all that both say, where that leaves no doubt; it is asked last.',
        ),
      mode: z
        .enum(importModes)
        .default('upsert')
        .describe(
          '`createOnly` enters rows of clients that are not known yet, `updateOnly` those of clients that are; the others are rejected (`client_known`, `client_unknown`).',
        ),
      onConflict: z
        .enum(conflictPolicies)
        .default('merge')
        .describe(
          'A known client: `merge` (or `prefer`) adds what is new and takes over what changed; `replace` makes it the row; `skip` (or `keep`) leaves it as it is; `fillBlanks` adds only what it lacks; `newest` takes over what changed where its source changed the row later than what is known (a column mapped to `updatedAt`, `REV` of a card, the time that a connected system tells; when it was imported does not count, and what has no time is the earlier), and else fills blanks; `report` changes nothing, and tells in `conflicts` what would.',
        ),
      deleted: z
        .enum(['enter', 'reject'])
        .default('enter')
        .describe(
          'A row of a client that was deleted: make it again, with a warning, or reject it (`client_deleted`).',
        ),
      rejects: z
        .strictObject({ output: documentTarget.optional(), bom: z.boolean().default(false) })
        .optional()
        .describe(
          'Wants the rejected rows as a csv too, with the columns of the source and the reasons: to be mended and imported again.',
        ),
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
          'Rows of this call, whose caller waits for 20,000 at most, fewer where each is like many clients. What is left goes on by `nextCursor`; or have all of it done in the background (`Prefer: respond-async`), where a call takes more.',
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
      gone: z
        .array(
          z.object({
            row: z.int(),
            externalId: z.string(),
            reason: z.enum(['deleted', 'merged']),
            into: z.string().optional().describe('External id of the record that it became part of.'),
            client: z.string().optional().describe('The client that has the external id.'),
            intoClient: z.string().optional().describe('The client that has the id of `into`.'),
          }),
        )
        .optional()
        .describe(
          'Records that the system has no more. Their clients stay as they are: `/delete-client` deletes one, `/settle-clients` makes one of two.',
        ),
      conflicts: z
        .array(
          z.object({
            row: z.int(),
            id: z.string(),
            fields: z.array(z.object({ field: z.string(), known: z.string().optional(), incoming: z.string() })),
          }),
        )
        .describe('With `report`: what rows say otherwise than their clients.'),
      rejectsFile: producedDocument
        .optional()
        .describe(
          'Where `rejects` wants it and a row was rejected; with its bytes where it could not be stored, which is told.',
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
      asOf: z
        .string()
        .optional()
        .describe(
          'Of a connected system, ISO 8601: what changed later need not be in this import. As `source.since` of a later one, it gives what changed since.',
        ),
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
