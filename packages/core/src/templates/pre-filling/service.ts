import { missingOf } from '../../shapes/missing-policy.ts'
import { delimitersOf } from '../../shapes/tag-delimiters.ts'
import type { StreamedAnswer } from '../../operation.ts'
import { documentName, stemOf } from '../document-name.ts'
import { baseName } from '../../model/document-path.ts'
import type { Context } from '../../context.ts'
import { deliverDocument } from '../../documents/deliver-document.ts'
import { contentTypes } from '../../model/document-type.ts'
import { openDocument } from '../../documents/open-document.ts'
import { ChanceryError } from '../../errors.ts'
import { isFault, logItemFault } from '../../item-problem.ts'
import { partOf, progressTo } from '../../long-work.ts'
import { type Finding } from '../../model/finding.ts'
import { tooMany } from '../../too-many.ts'
import { filesWithReport, mergedOf, reportName, reportOf, zipOf } from '../bundle-documents.ts'
import { requireConverter } from '../convert-document.ts'
import { distinctNames } from '../document-name.ts'
import {
  batchesOf,
  type FailedRecord,
  fillAlone,
  fillBatch,
  filledTarget,
  type FilledRecord,
  type FillPlan,
  recordProblem,
  fillName,
} from '../fill-records.ts'
import { fillAllRecords, fillGathered } from '../fill-gathered.ts'
import { fillRequest, openingValues } from '../fill-request.ts'
import { type FilledFormat, filledFormat, templateType, templateTypes } from '../template-format.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import type { preFillingContract } from './contract.ts'

type Input = InputOf<typeof preFillingContract>
type Needed = PortsOf<typeof preFillingContract>

/** One document, or one for each record: each by itself, or all in a bundle. */
export async function preFill(
  given: Input,
  ports: Needed,
  context: Context,
): Promise<AnswerOf<typeof preFillingContract>> {
  const { plan, warnings, format } = await prepare(given, ports, context)
  const { records, bundle = 'none', output, dryRun } = given
  if (records === undefined) {
    const filled = await fillAlone(plan, { client: given.client }, ports, context)
    return { data: { documents: [await delivered(filled, given, new Map(), ports, context)] }, warnings }
  }
  if (bundle === 'none') {
    return { data: { documents: await deliveredRecords(plan, records, given, ports, context) }, warnings }
  }
  const filled: (FilledRecord | FailedRecord)[] = []
  for await (const record of fillAllRecords(plan, records, ports, context)) filled.push(record)
  const documents = filled.map(reportOf)
  const sound = filled.filter((record): record is FilledRecord => !('error' in record))
  if (sound.length === 0) return { data: { documents }, warnings }
  const made =
    bundle === 'zip'
      ? { content: await zipOf(sound, ports), contentType: contentTypes.zip }
      : await mergedOf(
          sound.map(({ content }) => content),
          format,
          ports,
          context,
        )
  const target = output === undefined ? undefined : await filledTarget(output, plan.requestOf(given.data ?? {}), ports)
  const name = await bundleName({ ...given, format }, plan, target?.path, ports)
  return {
    data: { documents, bundle: await deliverDocument({ ...made, filename: name }, target, dryRun, ports, context) },
    warnings,
  }
}

/** Records as a zip, made while it is read: nothing is stored, and memory does not grow with their number. */
export const preFillingAsZip: StreamedAnswer<(typeof preFillingContract)['input'], keyof Needed> = {
  contentType: contentTypes.zip,
  suits: ({ records, bundle, output }, named) =>
    records !== undefined && output === undefined && (bundle === 'zip' || (bundle === undefined && named)),
  async open(given, ports, context) {
    const { plan, format } = await prepare({ ...given, bundle: 'zip' }, ports, context)
    const records = fillAllRecords(plan, given.records ?? [], ports, context)
    return {
      filename: await bundleName({ ...given, bundle: 'zip', format }, plan, undefined, ports),
      contentType: contentTypes.zip,
      bytes: ports.archiver.zip(filesWithReport(records)),
    }
  },
}

/** Opens the template, and says how its fills go. */
async function prepare(
  given: Input,
  ports: Needed,
  context: Context,
): Promise<{ plan: FillPlan; warnings: readonly Finding[]; format: FilledFormat }> {
  const { records, bundle = 'none', rawXml } = given
  const { limits } = ports.settings
  if (records !== undefined && records.length > limits.records) {
    throw tooMany('/records', limits.records, records.length)
  }
  if (given.format === 'pdf') requireConverter('pdf', ports.converters)
  const template = await openDocument(given.template, '/template', templateTypes, ports, context)
  const format = filledFormat(template, given.format, '/format')
  if (bundle === 'merged' && templateType(template) === 'odt') throw unmerged()
  const choices = {
    ...missingOf(given.missing),
    ...delimitersOf(given.delimiters),
    rawXml,
    ...openingValues(ports, context),
  }
  return {
    plan: {
      template,
      data: given.data,
      requestOf: (data) => fillRequest(data, choices, given, ports),
      // What is merged is converted as a whole.
      format: bundle === 'merged' ? 'docx' : format,
      filename: given.filename,
      distinct: distinctNames([reportName]),
      gathers:
        records !== undefined &&
        (await ports.documentTemplates.takesRecords(template, {
          signal: context.signal,
          ...delimitersOf(given.delimiters),
        })),
    },
    warnings: template.findings,
    format,
  }
}

function unmerged(): ChanceryError {
  const message = 'OpenDocument texts cannot be merged into one document.'
  return new ChanceryError('unsupported_option', message, {
    violations: [
      {
        pointer: '/bundle',
        code: 'unsupported_option',
        message,
        hint: 'Ask for a zip, or use a Word template (.docx).',
      },
    ],
  })
}

/** The checksums of what a call has stored, by path. */
type Stored = Map<string, string>

/** A document by itself, handed over. */
async function delivered(
  record: FilledRecord,
  { output, dryRun }: Input,
  stored: Stored,
  ports: Needed,
  context: Context,
) {
  const target = output === undefined ? undefined : await filledTarget(output, record.request, ports)
  if (target?.onConflict === 'fail' || target?.onConflict === 'overwrite') {
    refuseOverEarlier(target.path, record, stored, ports)
  }
  const document = await deliverDocument(record, target, dryRun, ports, context)
  if (target !== undefined) stored.set(target.path, document.sha256)
  return { document, ...reportOf(record) }
}

/** Two people of one name: what is to be replaced is what was there before the call, not the letter to the other. */
function refuseOverEarlier(path: string, { content }: FilledRecord, stored: Stored, ports: Needed): void {
  const earlier = stored.get(path)
  if (earlier === undefined || earlier === ports.hasher.sha256(content.chunks)) return
  const message = 'An earlier record of this call has another document at this path.'
  throw new ChanceryError('document_exists', message, {
    violations: [
      {
        pointer: '/output/path',
        code: 'document_exists',
        message,
        hint: 'Put a tag into the path that differs between the records, or use `rename`.',
      },
    ],
  })
}

/**
 * All records, handed over one by one. What fails for the whole call fails it as long as nothing is stored; then it is told in
 * the place of each record that is left, since the caller must know of those that are.
 */
async function deliveredRecords(
  plan: FillPlan,
  records: NonNullable<Input['records']>,
  given: Input,
  ports: Needed,
  context: Context,
) {
  const documents: DeliveredRecord[] = []
  const stored: Stored = new Map()
  if (plan.gathers === true) {
    const gathered = await fillGathered(plan, records, ports, context)
    for (const record of gathered) documents.push(await deliveredRecord(record, 0, given, stored, ports, context))
    return documents
  }
  try {
    for (const batch of batchesOf(plan, records)) {
      context.signal.throwIfAborted()
      const { start, orders } = batch
      const done = await partOf(context, `records-${start}`, async () => {
        for (const record of await fillBatch(plan, batch, ports, context)) {
          documents.push(await deliveredRecord(record, documents.length, given, stored, ports, context))
        }
        return documents.slice(start)
      })
      for (const record of done.slice(documents.length - start)) goOnAfter(record, documents, plan, stored)
      progressTo(context, start + orders.length, records.length)
    }
  } catch (error) {
    if (stored.size === 0) throw error
    if (isFault(error)) logItemFault(ports.logger, context, error)
    for (const [index, record] of [...records.entries()].slice(documents.length)) {
      documents.push(reportOf({ error: recordProblem(error, index, record, context, true) }))
    }
  }
  return documents
}

type DeliveredRecord = AnswerOf<typeof preFillingContract>['data']['documents'][number]

/** Takes over a record that was delivered before the call was cut off: its name is taken. */
function goOnAfter(record: DeliveredRecord, documents: DeliveredRecord[], plan: FillPlan, stored: Stored): void {
  documents.push(record)
  if (record.filename !== undefined) plan.distinct(record.filename)
  const { document } = record
  if (document?.stored !== undefined) stored.set(document.stored.path, document.sha256)
}

async function deliveredRecord(
  record: FilledRecord | FailedRecord,
  index: number,
  given: Input,
  stored: Stored,
  ports: Needed,
  context: Context,
): Promise<DeliveredRecord> {
  if ('error' in record) return reportOf(record)
  try {
    return await delivered(record, given, stored, ports, context)
  } catch (error) {
    return reportOf({ error: recordProblem(error, index, given.records?.[index] ?? {}, context) })
  }
}

/** The name of a bundle: as given, as its path ends, or as the template. */
async function bundleName(
  given: Pick<Input, 'bundle' | 'bundleName' | 'data'> & { readonly format: FilledFormat },
  { template, requestOf }: FillPlan,
  path: string | undefined,
  ports: Needed,
): Promise<string> {
  const ending = given.bundle === 'zip' ? 'zip' : given.format
  const otherwise = stemOf(template.filename ?? 'documents')
  if (given.bundleName === undefined)
    return documentName(path === undefined ? otherwise : baseName(path), ending, otherwise).name
  const text = await fillName(given.bundleName, '/bundleName', requestOf(given.data ?? {}), ports)
  return documentName(text, ending, otherwise).name
}
