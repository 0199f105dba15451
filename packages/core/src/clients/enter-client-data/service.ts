import { deliverDocument } from '../../documents/deliver-document.ts'
import { openDocument } from '../../documents/open-document.ts'
import { ChanceryError, errorAt, invalidRequest, type Violation } from '../../errors.ts'
import { present } from '../../present.ts'
import type { SourceRow } from '../../ports/client-source.ts'
import { type Finding } from '../../model/finding.ts'
import { partOf, progressTo } from '../../long-work.ts'
import { enteredBefore, type KeptBatch, partName } from './entered-before.ts'
import { type RejectedRow, rejectsTable } from '../formats/rejects-table.ts'
import { createImport } from '../import-clients.ts'
import { answerOfRows } from './import-answer.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { DeepReadonly } from '../../deep-readonly.ts'
import type { ProducedDocument } from '../../shapes/document-target.ts'
import type { enterClientDataContract } from './contract.ts'

type Input = InputOf<typeof enterClientDataContract>

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
  // Of a call that was cut off, reading goes on behind what was entered. A dry run leaves nothing behind.
  const before = input.dryRun ? [] : await enteredBefore(context)
  const { cursor = input.cursor } = before.at(-1) ?? {}
  const { columns, rows, findings, total, fields, asOf } = await source
    .read(present({ document, connection, query, since, cursor }), { signal })
    .catch((error: unknown) => {
      throw atDocument(error)
    })
  const limit = Math.min(input.limit ?? ports.settings.limits.clientRows, ports.settings.limits.clientRows)
  const batches = createImport(
    {
      system: input.source.system ?? provider,
      given: givenFields(fields ?? {}, input.mapping ?? {}),
      columns,
      matchBy: input.matchBy,
      onConflict: input.onConflict,
      mode: input.mode,
      deleted: input.deleted,
      dryRun: input.dryRun,
      locale: input.locale ?? ports.settings.locale,
      ...present({
        country: (input.country ?? ports.settings.country)?.toUpperCase(),
        name: (document?.filename ?? connection)?.slice(0, maxName),
      }),
    },
    ports,
    context,
  )
  const answer = answerOfRows()
  let batch: SourceRow[] = []
  let last: string | undefined = before.at(-1)?.cursor
  let nextCursor: string | undefined
  for (const entered of before) {
    batches.goOnAfter(entered)
    answer.add(entered.outcomes)
  }
  let read = answer.read()
  const timeLeft = (): number => context.deadline - ports.clock.now()
  const kept = keptShare * timeLeft()
  let isLate = false
  const mostPairs = pairsARow * ports.settings.limits.clientRows
  const enter = async (rows: readonly SourceRow[]): Promise<void> => {
    const run = async (): Promise<KeptBatch> => ({ ...(await batches.enter(rows)), cursor: rows.at(-1)?.cursor ?? '' })
    const entered = input.dryRun ? await run() : await partOf(context, partName(answer.read()), run)
    batches.goOnAfter(entered)
    answer.add(entered.outcomes)
    progressTo(context, read, Math.min(limit, total ?? limit))
  }
  for await (const row of rowsOf(rows)) {
    signal.throwIfAborted()
    if (read >= limit || isLate || batches.compared() >= mostPairs) {
      nextCursor = last
      break
    }
    read++
    last = row.cursor
    batch.push(row)
    if (batch.length === batchSize || read === limit) {
      await enter(batch)
      batch = []
      isLate = timeLeft() < kept
    }
  }
  if (batch.length > 0) await enter(batch)

  const { rejected } = answer
  const { rejectsFile, notStored } = await deliverRejects({ ...input, columns, rejected }, ports, context)
  return {
    data: {
      ...answer.data(),
      ...present({ rejectsFile }),
      mapping: await batches.mapping(),
      ...present({ nextCursor, asOf }),
    },
    warnings: [
      ...(document?.findings ?? []),
      ...findings,
      ...absentColumns(input.mapping ?? {}, columns),
      ...notStored,
      ...(nextCursor !== undefined && (read === ports.settings.limits.clientRows || batches.compared() >= mostPairs)
        ? [rowsLeft(read)]
        : []),
    ],
  }
}

/** The rejected rows as a file, where that is wanted. The rows are entered by now: what cannot be stored is answered. */
async function deliverRejects(
  { rejects, columns, rejected, dryRun }: Pick<Input, 'rejects' | 'dryRun'> & Rejects,
  ports: PortsOf<typeof enterClientDataContract>,
  context: Context,
): Promise<{ readonly rejectsFile?: DeepReadonly<ProducedDocument>; readonly notStored: readonly Finding[] }> {
  if (rejects === undefined || rejected.length === 0) return { notStored: [] }
  const made = rejectsTable(columns, rejected, rejects)
  try {
    return { rejectsFile: await deliverDocument(made, rejects.output, dryRun, ports, context), notStored: [] }
  } catch (error) {
    if (!ChanceryError.is(error) || context.signal.aborted) throw error
    const notStored: Finding = {
      code: 'rejects_not_stored',
      severity: 'warning',
      message: `The file of rejected rows could not be stored (${error.code}); it is in the answer.`,
      location: { pointer: '/rejects/output' },
    }
    return { rejectsFile: await deliverDocument(made, undefined, dryRun, ports, context), notStored: [notStored] }
  }
}

interface Rejects {
  readonly columns: readonly string[]
  readonly rejected: readonly RejectedRow[]
}

/** Of a source's name, as clients remember it. */
const maxName = 120

/** Rows of one transaction. */
const batchSize = 500

/** Clients that a row is compared with, over all rows of a call: most are compared with two or three. */
const pairsARow = 10

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

/** What the source knows of its columns, and what the caller says, which goes first. */
function givenFields(
  known: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const said = new Set(Object.keys(given).map((column) => column.toLowerCase()))
  return {
    ...Object.fromEntries(Object.entries(known).filter(([column]) => !said.has(column.toLowerCase()))),
    ...given,
  }
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
  message: `This call took ${read} rows; there are more.`,
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
