import { openDocument } from '../../documents/open-document.ts'
import { ChanceryError, errorAt, invalidRequest, type Violation } from '../../errors.ts'
import { present } from '../../present.ts'
import type { SourceRow } from '../../ports/client-source.ts'
import { type Finding } from '../../shapes/finding.ts'
import { partOf, progressTo } from '../../long-work.ts'
import { createImport, type EnteredBatch, type ImportedRow } from '../import-clients.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { enterClientDataContract } from './contract.ts'

/** Imports rows batch by batch, as far as the limit and the time allow. */
export async function importFile(
  input: InputOf<typeof enterClientDataContract>,
  ports: PortsOf<typeof enterClientDataContract>,
  context: Context,
): Promise<AnswerOf<typeof enterClientDataContract>> {
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
  const { columns, rows, findings, total } = await source
    .read(present({ document, connection, query, since, cursor: input.cursor }), { signal })
    .catch((error: unknown) => {
      throw atDocument(error)
    })
  const limit = Math.min(input.limit ?? ports.settings.limits.clientRows, ports.settings.limits.clientRows)
  const batches = createImport(
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
  const enter = async (rows: readonly SourceRow[]): Promise<void> => {
    for (let left = rows; left.length > 0;) {
      const from = outcomes.length
      const run = (): Promise<EnteredBatch> => batches.enter(left)
      // A dry run leaves nothing behind that it could go on from.
      const entered = input.dryRun ? await run() : await partOf(context, `rows-${from}`, run)
      batches.goOnAfter(entered)
      for (const item of entered.outcomes) outcomes.push(item)
      // What was kept before the call was cut off may be less: the service has had another limit then.
      left = left.slice(outcomes.length - from)
    }
    progressTo(context, read, Math.min(limit, total ?? limit))
  }
  for await (const row of rowsOf(rows)) {
    signal.throwIfAborted()
    // Or it may be more: its rows are passed over.
    const isEntered = read < outcomes.length
    if (!isEntered && (read >= limit || isLate)) {
      nextCursor = last
      break
    }
    read++
    last = row.cursor
    if (isEntered) continue
    batch.push(row)
    if (batch.length === batchSize || read === limit) {
      await enter(batch)
      batch = []
      isLate = timeLeft() < kept
    }
  }
  if (batch.length > 0) await enter(batch)

  const summary = { read, created: 0, updated: 0, unchanged: 0, merged: 0, rejected: 0 }
  for (const { status } of outcomes) summary[status]++
  return {
    data: {
      summary,
      clients: outcomes.flatMap((outcome) => {
        if (outcome.status === 'rejected') return []
        const { review: _review, ...client } = outcome
        return client
      }),
      review: outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' || outcome.review === undefined
          ? []
          : { row: outcome.row, id: outcome.id, candidates: outcome.review },
      ),
      rejected: outcomes.flatMap(({ row, ...outcome }) =>
        outcome.status === 'rejected' ? { row, raw: outcome.raw, errors: outcome.errors } : [],
      ),
      mapping: await batches.mapping(),
      ...present({ nextCursor }),
    },
    warnings: [
      ...(document?.findings ?? []),
      ...findings,
      ...absentColumns(input.mapping ?? {}, columns),
      ...(nextCursor !== undefined && read === ports.settings.limits.clientRows ? [rowsLeft(read)] : []),
    ],
  }
}

/** Rows of one transaction. */
const batchSize = 500

/** Of a call's time, what is kept for its last batch and its answer. */
const keptShare = 0.2

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

/** Who asked for fewer rows knows it. */
const rowsLeft = (read: number): Finding => ({
  code: 'rows_left',
  severity: 'warning',
  message: `A call takes ${read} rows; there are more.`,
  hint: 'Go on with `nextCursor`, or have all of it done in the background: `Prefer: respond-async`.',
})

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
