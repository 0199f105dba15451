import { deliverDocument } from '../../documents/deliver-document.ts'
import { openDocument } from '../../documents/open-document.ts'
import { ChanceryError, invalidRequest, type Violation } from '../../errors.ts'
import { present } from '../../present.ts'
import type { ClientRows, ClientSource } from '../../ports/client-source.ts'
import { type Finding } from '../../model/finding.ts'
import type { VettedDocument } from '../../model/vetted-document.ts'
import { atDocument } from './at-document.ts'
import { enterRows } from './enter-rows.ts'
import { enteredBefore } from './kept-batches.ts'
import { type RejectedRow, rejectsTable } from '../formats/rejects-table.ts'
import { createImport, type ImportOrder } from '../import-clients.ts'
import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { DeepReadonly } from '../../deep-readonly.ts'
import type { ProducedDocument } from '../../shapes/document-target.ts'
import type { enterClientDataContract } from './contract.ts'

type Input = InputOf<typeof enterClientDataContract>
type Needed = PortsOf<typeof enterClientDataContract>

/** Imports rows batch by batch, as far as the limit and the time allow. */
export async function importFile(
  input: Input,
  ports: Needed,
  context: Context,
): Promise<AnswerOf<typeof enterClientDataContract>> {
  const source = sourceOf(input.source, ports)
  const document = await documentOf(input.source, ports, context)
  // Of a call that was cut off, reading goes on behind what was entered. A dry run leaves nothing behind.
  const before = input.dryRun ? [] : await enteredBefore(ports, context)
  const file = await openedRows(source, input, document, before.at(-1)?.cursor, context)
  const clients = createImport(orderOf(input, file, document, ports), ports, context)
  const { answer, nextCursor, isFull } = await enterRows(file, before, clients, input, ports, context)
  const { columns, findings, asOf } = file
  const { rejectsFile, notStored } = await deliverRejects(
    { ...input, columns, rejected: answer.rejected },
    ports,
    context,
  )
  return {
    data: {
      ...answer.data(),
      ...present({ rejectsFile }),
      mapping: await clients.mapping(),
      ...present({ nextCursor, asOf: before.at(-1)?.asOf ?? asOf }),
    },
    warnings: [
      ...(document?.findings ?? []),
      ...findings,
      ...absentColumns(input.mapping ?? {}, columns),
      ...notStored,
      ...(isFull ? [rowsLeft(answer.read())] : []),
    ],
  }
}

/** The source that is named. @throws `invalid_request` where it reads a document and there is none, or the other way round */
function sourceOf(given: Input['source'], ports: Needed): ClientSource {
  const source = ports.clientSources.get(given.provider, '/source/provider')
  if (source.fromDocument && given.document === undefined) {
    throw invalidRequest(
      '/source/document',
      'document_missing',
      'This source reads a document.',
      'Give `source.document`.',
    )
  }
  if (!source.fromDocument && given.document !== undefined)
    throw invalidRequest('/source/document', 'unexpected_field', 'This source reads no document.')
  if (source.fromDocument) refuseUnread(given)
  return source
}

const documentOf = async ({ document }: Input['source'], ports: Needed, context: Context) =>
  document === undefined ? undefined : await openDocument(document, '/source/document', undefined, ports, context)

/** @param entered cursor of the last row that was entered before the call was cut off */
async function openedRows(
  source: ClientSource,
  { source: { connection, query, since }, cursor }: Input,
  document: VettedDocument | undefined,
  entered: string | undefined,
  { signal }: Context,
): Promise<ClientRows> {
  const request = present({ document, connection, query, since, cursor: entered ?? cursor })
  try {
    return await source.read(request, { signal })
  } catch (error) {
    throw atDocument(error)
  }
}

/** What is asked of the import, with what the settings say where the call does not. */
const orderOf = (
  input: Input,
  { columns, fields }: ClientRows,
  document: VettedDocument | undefined,
  { settings }: Needed,
): ImportOrder => ({
  system: input.source.system ?? input.source.provider,
  given: givenFields(fields ?? {}, input.mapping ?? {}),
  columns,
  matchBy: input.matchBy,
  onConflict: input.onConflict,
  mode: input.mode,
  deleted: input.deleted,
  dryRun: input.dryRun,
  locale: input.locale ?? settings.locale,
  ...present({
    country: (input.country ?? settings.country)?.toUpperCase(),
    name: (document?.filename ?? input.source.connection)?.slice(0, maxName),
  }),
})

/** The rejected rows as a file, where that is wanted. The rows are entered by now: what cannot be stored is answered. */
async function deliverRejects(
  { rejects, columns, rejected, dryRun }: Pick<Input, 'rejects' | 'dryRun'> & Rejects,
  ports: Needed,
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
