import * as z from 'zod'
import type { Context } from '../context.ts'
import { deliverDocument } from '../documents/deliver-document.ts'
import { baseName } from '../documents/document-path.ts'
import { contentTypes } from '../documents/document-type.ts'
import { openDocument } from '../documents/open-document.ts'
import { openProblems, storeProblems } from '../documents/source-problems.ts'
import { ChanceryError } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import type { Ports } from '../ports/index.ts'
import { crossField } from '../shapes/cross-field.ts'
import { documentSource } from '../shapes/document-source.ts'
import { producedDocument, taggedTarget } from '../shapes/document-target.ts'
import { finding, type Finding } from '../shapes/finding.ts'
import { fillReport, itemProblem, jsonData } from '../shapes/json-data.ts'
import { localeOptions } from '../shapes/locale.ts'
import { documentMissingPolicy, missingOf } from '../shapes/missing-policy.ts'
import { delimiterChoice, delimitersOf, tagDelimiters } from '../shapes/tag-delimiters.ts'
import { tooMany } from '../too-many.ts'
import { filesWithReport, mergedOf, reportName, reportOf, zipOf } from './bundle-documents.ts'
import { requireConverter } from './convert-document.ts'
import { distinctNames, documentName, stemOf } from './document-name.ts'
import {
  type FailedRecord,
  fillAlone,
  filledTarget,
  type FilledRecord,
  fillName,
  type FillPlan,
  fillRecords,
  recordProblem,
} from './fill-records.ts'
import { fillRequest, openingValues } from './fill-request.ts'

const clientId = z.lazy(() =>
  z.string().min(1).max(128).describe('Id of an imported client; its record is `client.` in the template.'),
)
const filename = z.lazy(() => z.string().min(1).max(1024).describe('May hold tags: "Letter {client.name}.docx".'))

const needs = [
  'stores',
  'guard',
  'remoteDocuments',
  'settings',
  'documentTemplates',
  'converters',
  'archiver',
  'clientDirectory',
  'hasher',
  'clock',
] as const

type Needed = Pick<Ports, (typeof needs)[number]>

const withRecords = (field: string) => ({
  ...crossField,
  path: [field],
  message: `\`${field}\` goes with records only.`,
  params: { code: 'unexpected_field' },
})

const input = z.lazy(() =>
  z
    .strictObject({
      template: documentSource,
      data: jsonData.optional().describe('Common to all records.'),
      client: clientId.optional(),
      records: z
        .array(
          z.strictObject({
            data: jsonData.optional().describe('Goes before the common data.'),
            client: clientId.optional(),
            filename: filename.optional(),
          }),
        )
        .min(1)
        .optional()
        .describe('One document each; `data` above is common to all.'),
      bundle: z
        .enum(['none', 'zip', 'merged'])
        .optional()
        .describe(
          'What becomes of the documents of records: each by itself, all in one zip, or one document in which each begins on a new page. Absent: `none`, or `zip` where `Accept` names application/zip.',
        ),
      bundleName: filename.optional().describe('Name of the bundle; may hold tags of the common data.'),
      format: z.enum(['docx', 'pdf']).default('docx'),
      missing: documentMissingPolicy.default('error'),
      delimiters: delimiterChoice.optional(),
      rawXml: z
        .boolean()
        .default(false)
        .describe('Whether values of `{@…}` tags may be WordprocessingML of their own.'),
      ...localeOptions(),
      filename: filename.optional(),
      output: taggedTarget
        .optional()
        .describe('Stores the result; the path may hold tags. With a bundle: of the common data.'),
      dryRun: z.boolean().default(false).describe('Fill and check everything, store nothing.'),
    })
    .refine((given) => given.records === undefined || given.client === undefined, {
      ...crossField,
      path: ['client'],
      message: 'With records, name the client in each record.',
      params: { code: 'unexpected_field' },
    })
    .refine(({ records, bundle }) => records !== undefined || bundle === undefined, withRecords('bundle'))
    .refine(({ records, bundleName }) => records !== undefined || bundleName === undefined, withRecords('bundleName')),
)

type Input = z.output<typeof input>

/** Also answers as a `stream`: records as a zip, made while it is read. */
export const preFilling = defineOperation({
  name: 'pre-filling',
  area: 'templates',
  summary: 'Fills a Word template with data.',
  description:
    'Tags such as `{name}` and `{person.name}`, loops `{#items}…{/items}` over paragraphs, table rows and list items, inverted sections `{^x}`, formatters `{total | currency:"EUR"}`. With `records` one call makes many documents: each by itself, in one zip, or merged into one. A bad record is reported in its place and never stops the others. With `Accept: application/zip` the zip is streamed, with a `report.json` of all records in it; nothing is kept of it, so an `Idempotency-Key` changes nothing: a repetition makes it anew.',
  effect: true,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: true,
  input,
  output: z.lazy(() =>
    z.object({
      documents: z.array(
        z.object({
          document: producedDocument.optional().describe('Absent where the record failed, and in a bundle.'),
          filename: z.string().optional().describe('Also its name in a zip.'),
          ...fillReport(),
          findings: z.array(finding),
          delimiters: tagDelimiters.optional().describe('What was taken as tags.'),
          error: itemProblem.optional().describe('Of a record that failed.'),
        }),
      ),
      bundle: producedDocument
        .optional()
        .describe('All documents that came to something, as a zip or merged; absent where none did.'),
    }),
  ),
  needs,
  problems: [...openProblems, ...storeProblems, 'client_not_found', 'template_invalid', 'data_incomplete'],
  examples: [
    {
      title: 'Fill a stored template',
      input: {
        template: { path: 'templates/welcome.docx' },
        data: { name: 'Ada Lovelace', items: [{ title: 'Survey', price: 1200 }] },
        missing: 'blank',
        filename: 'Welcome {name}.docx',
      },
    },
    {
      title: 'One letter for each record, all in one document to print',
      input: {
        template: { path: 'templates/welcome.docx' },
        missing: 'blank',
        records: [{ data: { name: 'Ada Lovelace' } }, { data: { name: 'Charles Babbage' } }],
        bundle: 'merged',
      },
    },
  ],
  async run(given, ports, context) {
    const { plan, warnings } = await prepare(given, ports, context)
    const { records, bundle = 'none', output, dryRun } = given
    if (records === undefined) {
      const filled = await fillAlone(plan, { client: given.client }, ports, context)
      return { data: { documents: [await delivered(filled, given, new Map(), ports, context)] }, warnings }
    }
    if (bundle === 'none') {
      const documents = []
      const stored: Stored = new Map()
      for await (const record of fillRecords(plan, records, ports, context)) {
        documents.push(await deliveredRecord(record, documents.length, given, stored, ports, context))
      }
      return { data: { documents }, warnings }
    }
    const filled: (FilledRecord | FailedRecord)[] = []
    for await (const record of fillRecords(plan, records, ports, context)) filled.push(record)
    const documents = filled.map(reportOf)
    const sound = filled.filter((record): record is FilledRecord => !('error' in record))
    if (sound.length === 0) return { data: { documents }, warnings }
    const made =
      bundle === 'zip'
        ? { content: await zipOf(sound, ports), contentType: contentTypes.zip }
        : await mergedOf(
            sound.map(({ content }) => content),
            given.format,
            ports,
            context,
          )
    const target =
      output === undefined ? undefined : await filledTarget(output, plan.requestOf(given.data ?? {}), ports)
    const name = await bundleName(given, plan, target?.path, ports)
    return {
      data: { documents, bundle: await deliverDocument({ ...made, filename: name }, target, dryRun, ports, context) },
      warnings,
    }
  },
  stream: {
    contentType: contentTypes.zip,
    suits: ({ records, bundle, output }, named) =>
      records !== undefined && output === undefined && (bundle === 'zip' || (bundle === undefined && named)),
    async open(given, ports, context) {
      const { plan } = await prepare({ ...given, bundle: 'zip' }, ports, context)
      const records = fillRecords(plan, given.records ?? [], ports, context)
      return {
        filename: await bundleName({ ...given, bundle: 'zip' }, plan, undefined, ports),
        contentType: contentTypes.zip,
        bytes: ports.archiver.zip(filesWithReport(records)),
      }
    },
  },
})

/** Opens the template, and says how its fills go. */
async function prepare(
  given: Input,
  ports: Needed,
  context: Context,
): Promise<{ plan: FillPlan; warnings: readonly Finding[] }> {
  const { records, bundle = 'none', format, rawXml } = given
  const { limits } = ports.settings
  if (records !== undefined && records.length > limits.records) {
    throw tooMany('/records', limits.records, records.length)
  }
  if (format === 'pdf') requireConverter('pdf', ports.converters)
  const template = await openDocument(given.template, '/template', ['docx'], ports, context)
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
    },
    warnings: template.findings,
  }
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

async function deliveredRecord(
  record: FilledRecord | FailedRecord,
  index: number,
  given: Input,
  stored: Stored,
  ports: Needed,
  context: Context,
) {
  if ('error' in record) return reportOf(record)
  try {
    return await delivered(record, given, stored, ports, context)
  } catch (error) {
    return reportOf({ error: recordProblem(error, index, given.records?.[index] ?? {}, context) })
  }
}

/** The name of a bundle: as given, as its path ends, or as the template. */
async function bundleName(
  given: Pick<Input, 'bundle' | 'bundleName' | 'data' | 'format'>,
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
