import { clientReference } from '../../clients/client-shape.ts'
import { storeProblems, openProblems } from '../../documents/source-problems.ts'
import { localeOptions } from '../../shapes/locale.ts'
import { crossField } from '../../model/cross-field.ts'
import * as z from 'zod'
import { documentSource } from '../../model/document-source.ts'
import { producedDocument, taggedTarget } from '../../shapes/document-target.ts'
import { finding } from '../../model/finding.ts'
import { itemProblem, jsonData, fillReport } from '../../shapes/json-data.ts'
import { documentMissingPolicy } from '../../shapes/missing-policy.ts'
import { delimiterChoice, tagDelimiters } from '../../shapes/tag-delimiters.ts'
import { translations } from '../../shapes/translations.ts'
import { defineContract } from '../../contract.ts'
import { filledFormats } from '../template-format.ts'

const clientId = z.lazy(() =>
  clientReference.describe(
    'An imported client, by its id or an e-mail address that no other client has; its record is `client.` in the template.',
  ),
)

const filename = z.lazy(() => z.string().min(1).max(1024).describe('May hold tags: "Letter {client.name}.docx".'))

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
      format: z.enum(filledFormats).optional().describe('Absent: the type of the template.'),
      missing: documentMissingPolicy.default('error'),
      delimiters: delimiterChoice.optional(),
      rawXml: z
        .boolean()
        .default(false)
        .describe('Whether values of `{@…}` tags may be WordprocessingML of their own.'),
      ...localeOptions(),
      translations: translations.optional(),
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

/** Also answers as a `stream`: records as a zip, made while it is read. */
export const preFillingContract = defineContract({
  name: 'pre-filling',
  area: 'templates',
  summary: 'Fills a Word or OpenDocument template with data.',
  description:
    'Tags such as `{name}` and `{person.name}`, loops `{#items}…{/items}` over paragraphs, table rows and list items, inverted sections `{^x}`, formatters `{total | currency:"EUR"}`. With `records` one call makes many documents: each by itself, in one zip, or merged into one. A bad record is reported in its place and never stops the others. A sheet of labels (Word’s `NEXT` and `NEXTIF`) takes all records at once, in one document of as many copies as they need; records that are not in it come after it, each with its error. With `Accept: application/zip` the zip is streamed, with a `report.json` of all records in it; nothing is kept of it, so an `Idempotency-Key` changes nothing: a repetition makes it anew.',
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
  needs: [
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
    'logger',
  ],
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
})
