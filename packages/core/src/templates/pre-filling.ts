import * as z from 'zod'
import type { Context } from '../context.ts'
import { deliverDocument } from '../documents/deliver-document.ts'
import { documentPath, safeName } from '../documents/document-path.ts'
import { contentTypes } from '../documents/document-type.ts'
import { openDocument } from '../documents/open-document.ts'
import type { VettedDocument } from '../documents/vetted-document.ts'
import { itemProblemOf } from '../item-problem.ts'
import { defineOperation, parseInput } from '../operation.ts'
import type { FillRequest } from '../ports/document-templates.ts'
import type { Ports } from '../ports/index.ts'
import { crossField } from '../shapes/cross-field.ts'
import { documentSource } from '../shapes/document-source.ts'
import { type DocumentTarget, producedDocument, type TaggedTarget, taggedTarget } from '../shapes/document-target.ts'
import { finding, type Finding } from '../shapes/finding.ts'
import { fillReport, itemProblem, jsonData } from '../shapes/json-data.ts'
import { localeOptions } from '../shapes/locale.ts'
import { documentMissingPolicy, missingOf } from '../shapes/missing-policy.ts'
import { tooMany } from '../too-many.ts'
import { convertDocument } from './convert-document.ts'
import { fillErrorAt, fillRequest, mergedData, ownUnused } from './fill-request.ts'
import { openProblems, storeProblems } from '../documents/source-problems.ts'

const clientId = z
  .string()
  .min(1)
  .max(128)
  .describe('Id of an imported client; its record is `client.` in the template.')
const filename = z.string().min(1).max(1024).describe('May hold tags: "Letter {client.name}.docx".')

const needs = [
  'stores',
  'guard',
  'remoteDocuments',
  'settings',
  'documentTemplates',
  'converters',
  'clientDirectory',
  'hasher',
  'clock',
] as const

export const preFilling = defineOperation({
  name: 'pre-filling',
  area: 'templates',
  summary: 'Fills a Word template with data.',
  description:
    'Tags such as `{name}` and `{person.name}`, loops `{#items}…{/items}` over paragraphs, table rows and list items, inverted sections `{^x}`, formatters `{total | currency:"EUR"}`. With `records` one call makes many documents; a bad record is reported in its place and never stops the others.',
  effect: true,
  input: z
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
      format: z.enum(['docx', 'pdf']).default('docx'),
      missing: documentMissingPolicy.default('error'),
      ...localeOptions,
      filename: filename.optional(),
      output: taggedTarget.optional().describe('Stores the result; the path may hold tags.'),
      dryRun: z.boolean().default(false).describe('Fill and check everything, store nothing.'),
    })
    .refine((input) => input.records === undefined || input.client === undefined, {
      ...crossField,
      path: ['client'],
      message: 'With records, name the client in each record.',
      params: { code: 'unexpected_field' },
    }),
  output: z.object({
    documents: z.array(
      z.object({
        document: producedDocument.optional().describe('Absent where the record failed.'),
        ...fillReport,
        findings: z.array(finding),
        error: itemProblem.optional().describe('Of a record that failed.'),
      }),
    ),
  }),
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
  ],
  async run(input, ports, context) {
    const { limits } = ports.settings
    if (input.records !== undefined && input.records.length > limits.records) {
      throw tooMany('/records', limits.records, input.records.length)
    }
    const template = await openDocument(input.template, '/template', ['docx'], ports, context)
    const used = new Set<string>()
    const make = async (record: FillOrder): Promise<FilledDocument> => {
      const data = await mergedData([input.data, record.data], record.client, '/client', ports, context)
      const request = fillRequest(data, missingOf(input.missing), input, ports)
      const filename = record.filename ?? input.filename
      const filled = await fillOne(template, request, { ...input, filename, used }, ports, context)
      return { ...filled, unused: ownUnused(filled.unused, record.client) }
    }
    if (input.records === undefined) {
      const { findings, ...document } = await make({ client: input.client })
      return { data: { documents: [{ ...document, findings }] }, warnings: template.findings }
    }
    const documents = []
    for (const [index, record] of input.records.entries()) {
      context.signal.throwIfAborted()
      try {
        documents.push(await make(record))
      } catch (error) {
        const own = ['data', 'client', ...(record.filename === undefined ? [] : ['filename'])]
        const problem = itemProblemOf(error, `/records/${index}`, own)
        // A template that no record can fill is the call's fault, not the record's.
        const isOwn = problem.errors.some(({ pointer }) => pointer.startsWith('/records/'))
        if (problem.code === 'template_invalid' && !isOwn) throw error
        documents.push({ filled: [], missing: [], unused: [], findings: [], error: problem })
      }
    }
    return { data: { documents }, warnings: template.findings }
  },
})

interface FillOrder {
  readonly data?: z.output<typeof jsonData> | undefined
  readonly client?: string | undefined
  readonly filename?: string | undefined
}

type FilledDocument = {
  document: Awaited<ReturnType<typeof deliverDocument>>
  filled: readonly string[]
  missing: readonly string[]
  unused: readonly string[]
  findings: readonly Finding[]
}

async function fillOne(
  template: VettedDocument,
  request: FillRequest,
  order: {
    readonly format: 'docx' | 'pdf'
    readonly filename: string | undefined
    readonly output?: TaggedTarget | undefined
    readonly dryRun: boolean
    readonly used: Set<string>
  },
  ports: Pick<Ports, (typeof needs)[number]>,
  context: Context,
): Promise<FilledDocument> {
  const { documentTemplates } = ports
  const { bytes, contentType, ...report } = await documentTemplates.fill(template, request, { signal: context.signal })
  const made =
    order.format === 'pdf'
      ? { bytes: await convertDocument(bytes, 'docx', 'pdf', ports.converters, context), contentType: contentTypes.pdf }
      : { bytes, contentType }
  const stem = (template.filename ?? 'document.docx').replace(/\.(?:docx|dotx|docm|dotm)$/i, '')
  const named = order.filename === undefined ? stem : await fillName(order.filename, '/filename', request, ports)
  const name = uniqueName(withEnding(safeName(named), order.format), order.used)
  const output = order.output === undefined ? undefined : await targetOf(order.output, request, ports)
  return {
    document: await deliverDocument({ ...made, filename: name }, output, order.dryRun, ports, context),
    ...report,
  }
}

async function fillName(
  template: string,
  pointer: string,
  request: FillRequest,
  { documentTemplates }: Pick<Ports, 'documentTemplates'>,
): Promise<string> {
  try {
    return (await documentTemplates.fillText(template, request)).text
  } catch (error) {
    throw fillErrorAt(pointer, error)
  }
}

/** Fills the tags of a target's path; a value never adds a folder of its own. */
async function targetOf(
  output: TaggedTarget,
  request: FillRequest,
  ports: Pick<Ports, 'documentTemplates'>,
): Promise<DocumentTarget> {
  const segments = []
  for (const segment of output.path.split('/')) {
    const text = await fillName(segment, '/output/path', request, ports)
    segments.push(text === segment ? segment : safeName(text))
  }
  const path = parseInput(z.object({ output: z.object({ path: documentPath }) }), {
    output: { path: segments.join('/') },
  })
  return { ...output, path: path.output.path }
}

const withEnding = (name: string, format: string): string =>
  name.toLowerCase().endsWith(`.${format}`) ? name : `${name.replace(/\.(?:docx|pdf)$/i, '')}.${format}`

function uniqueName(name: string, used: Set<string>): string {
  const dot = name.lastIndexOf('.')
  let unique = name
  for (let number = 2; used.has(unique.toLowerCase()); number++) {
    unique = `${name.slice(0, dot)} (${number})${name.slice(dot)}`
  }
  used.add(unique.toLowerCase())
  return unique
}
