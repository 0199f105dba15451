import * as z from 'zod'
import { openDocument } from '../documents/open-document.ts'
import { defineOperation } from '../operation.ts'
import { ChanceryError, errorAt, invalidRequest, type Violation } from '../errors.ts'
import { present } from '../present.ts'
import type { SourceRow } from '../ports/client-source.ts'
import { documentSource } from '../shapes/document-source.ts'
import { finding, type Finding } from '../shapes/finding.ts'
import { localeOptions } from '../shapes/locale.ts'
import { clientFields } from './client-record.ts'
import { createImport, type ImportedRow } from './import-clients.ts'
import { openProblems } from '../documents/source-problems.ts'

const counts = () => ({
  read: z.int().describe('Always the sum of the others.'),
  created: z.int(),
  updated: z.int().describe('Known before, and changed.'),
  unchanged: z.int().describe('Known before, and nothing new (or `skip`).'),
  merged: z.int().describe('The same client as an earlier row of this call.'),
  rejected: z.int(),
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

/** Rows of one transaction. */
const batchSize = 500

/** Of a call's time, what is kept for its last batch and its answer. */
const keptShare = 0.2

/**
 * Enters rows in batches: of a call that fails, the batches before are kept. It ends with `nextCursor` before its time
 * does.
 */
export const enterClientData = defineOperation({
  name: 'enter-client-data',
  area: 'clients',
  summary: 'Imports client records from a file or a connected system.',
  description:
    'Columns are mapped by name and by content, values are normalized, and people met before are matched, not duplicated. Nothing is silently lost: `read` equals the sum of the other counts, and each rejected row is named with its reasons. Importing the same file again changes nothing, so a run that was cut off is simply repeated. A file that takes longer than a call may is imported in several: each answers `nextCursor` in time.',
  effect: true,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      source: z.strictObject({
        provider: z.string().min(1).max(64).describe("csv, json, vcard, or a configured connection's provider."),
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
        .array(z.enum(['externalId', 'email', 'phone']))
        .min(1)
        .max(3)
        .default(['externalId', 'email', 'phone'])
        .describe('By what a client is recognized, strongest first.'),
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
      limit: z.int().min(1).max(100_000).optional().describe('Rows of this call.'),
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
          matchedBy: z.enum(['externalId', 'email', 'phone']).optional(),
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
            content: 'TmFtZSxFLU1haWwsUGhvbmUKQWRhIExvdmVsYWNlLGFkYUBleGFtcGxlLmNvbSwrNDQgMjAgNzk0NiAwOTU4Cg==',
            filename: 'clients.csv',
          },
        },
      },
    },
  ],
  async run(input, ports, context) {
    const { signal } = context
    const { provider } = input.source
    const source = ports.clientSources.get(provider, '/source/provider')
    if (source.fromDocument !== (input.source.document !== undefined)) {
      throw source.fromDocument
        ? invalidRequest(
            '/source/document',
            'document_missing',
            'This source reads a document.',
            'Give `source.document`.',
          )
        : invalidRequest('/source/document', 'unexpected_field', 'This source reads no document.')
    }
    if (source.fromDocument) refuseUnread(input.source)
    const document =
      input.source.document === undefined
        ? undefined
        : await openDocument(input.source.document, '/source/document', undefined, ports, context)
    const { connection, query, since } = present(input.source)
    const { columns, rows, findings } = await source
      .read(present({ document, connection, query, since, cursor: input.cursor }), { signal })
      .catch((error: unknown) => {
        throw atDocument(error)
      })
    const limit = Math.min(input.limit ?? ports.settings.limits.clientRows, ports.settings.limits.clientRows)
    const run = createImport(
      {
        system: input.source.system ?? provider,
        given: input.mapping ?? {},
        columns,
        matchBy: input.matchBy,
        onConflict: input.onConflict,
        dryRun: input.dryRun,
        locale: input.locale ?? ports.settings.locale,
        ...present({ country: (input.country ?? ports.settings.country)?.toUpperCase() }),
      },
      ports,
      context,
    )
    const outcomes: ImportedRow[] = []
    let batch: SourceRow[] = []
    let last: string | undefined
    let nextCursor: string | undefined
    let read = 0
    const timeLeft = (): number => context.deadline - ports.clock.now()
    const kept = keptShare * timeLeft()
    let isLate = false
    for await (const row of rowsOf(rows)) {
      signal.throwIfAborted()
      if (read === limit || isLate) {
        nextCursor = last
        break
      }
      read++
      last = row.cursor
      batch.push(row)
      if (batch.length === batchSize) {
        for (const item of await run.enter(batch)) outcomes.push(item)
        batch = []
        isLate = timeLeft() < kept
      }
    }
    if (batch.length > 0) for (const item of await run.enter(batch)) outcomes.push(item)

    const summary = { read, created: 0, updated: 0, unchanged: 0, merged: 0, rejected: 0 }
    for (const { status } of outcomes) summary[status]++
    return {
      data: {
        summary,
        clients: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [] : outcome)),
        rejected: outcomes.flatMap(({ row, ...outcome }) =>
          outcome.status === 'rejected' ? { row, raw: outcome.raw, errors: outcome.errors } : [],
        ),
        mapping: await run.mapping(),
        ...present({ nextCursor }),
      },
      warnings: [...(document?.findings ?? []), ...findings, ...absentColumns(input.mapping ?? {}, columns)],
    }
  },
})

/** What only a connected system takes would be passed over, and more be imported than was asked for. */
function refuseUnread(source: Readonly<Record<string, unknown>>): void {
  const violations = ['connection', 'query', 'since']
    .filter((field) => source[field] !== undefined)
    .map((field): Violation => ({
      pointer: `/source/${field}`,
      code: 'unexpected_field',
      message: 'This source reads a document, whole; the field is for connected systems.',
    }))
  if (violations.length > 0) throw new ChanceryError('invalid_request', 'This source reads a document.', { violations })
}

/** A mapping of a column that is not there is most likely a typo. */
const absentColumns = (given: Readonly<Record<string, string>>, columns: readonly string[]): Finding[] =>
  Object.keys(given)
    .filter((column) => !columns.some((each) => each.toLowerCase() === column.toLowerCase()))
    .map((column) => ({
      code: 'column_absent',
      severity: 'warning',
      message: 'The mapping names a column that the source does not have.',
      location: { field: column, pointer: '/mapping' },
    }))

/** What a source says of its document without a place is about the document. */
const atDocument = (error: unknown): unknown =>
  ChanceryError.is(error) && error.violations.length === 0 ? errorAt('/source/document', error) : error

async function* rowsOf(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  try {
    yield* rows
  } catch (error) {
    throw atDocument(error)
  }
}
