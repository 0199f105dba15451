import * as z from 'zod'
import { Content } from '../documents/content.ts'
import { deliverDocument } from '../documents/deliver-document.ts'
import { openDocument } from '../documents/open-document.ts'
import { defineOperation } from '../operation.ts'
import { present } from '../present.ts'
import { documentSource } from '../shapes/document-source.ts'
import { producedDocument } from '../shapes/document-target.ts'
import { jsonData, jsonSchema, templateReport, templateStatistics } from '../shapes/json-data.ts'
import { localeOptions } from '../shapes/locale.ts'
import { delimiterChoice, delimitersOf, tagDelimiters } from '../shapes/tag-delimiters.ts'
import { localeFor } from './fill-request.ts'
import { openProblems } from '../documents/source-problems.ts'

/** A template whose package has faults is opened all the same: they are findings. */
export const validateDocumentTemplate = defineOperation({
  name: 'validate-document-template',
  area: 'templates',
  summary: 'Checks a Word template, and data against it.',
  description:
    'All faults at once, each with its exact place and what to do; tags that differ only by a typo, unknown formatters, data that no tag reads, tags that the data lacks. Filling finds the same, since it is the same check. With `annotate` the answer has a copy of the template with a Word comment at each finding.',
  effect: false,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: true,
  input: z.lazy(() =>
    z.strictObject({
      template: documentSource,
      data: jsonData.optional().describe('Checked against the tags.'),
      schema: jsonSchema.optional().describe('Checked against the tags.'),
      delimiters: delimiterChoice.optional(),
      annotate: z.boolean().default(false).describe('Whether the answer has the annotated copy.'),
      ...localeOptions(),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      ...templateReport(),
      delimiters: tagDelimiters,
      statistics: templateStatistics,
      annotated: producedDocument
        .optional()
        .describe('The template with a comment at each finding; absent where its text cannot be read.'),
    }),
  ),
  needs: ['stores', 'guard', 'remoteDocuments', 'settings', 'documentTemplates', 'hasher', 'clock'],
  problems: [...openProblems],
  examples: [
    {
      title: 'Check a stored template against data',
      input: { template: { path: 'templates/welcome.docx' }, data: { nmae: 'Ada Lovelace' } },
    },
  ],
  async run(input, ports, context) {
    const template = await openDocument(input.template, '/template', ['docx'], ports, context, { faults: 'report' })
    const { data, schema } = present(input)
    const { annotated, ...report } = await ports.documentTemplates.inspect(
      template,
      {
        ...localeFor(input, ports),
        ...present({ data, schema }),
        ...delimitersOf(input.delimiters),
        annotate: input.annotate,
      },
      { signal: context.signal },
    )
    const findings = [...template.findings, ...report.findings]
    const valid = findings.every((each) => each.severity !== 'error')
    if (annotated === undefined) return { data: { ...report, valid, findings } }
    const stem = (template.filename ?? 'template').replace(/\.(?:docx|dotx|docm|dotm)$/i, '')
    const { bytes, contentType } = annotated
    const made = { contentType, content: new Content([bytes]), filename: `${stem} annotated.docx` }
    const copy = await deliverDocument(made, undefined, false, ports, context)
    return { data: { ...report, valid, findings, annotated: copy } }
  },
})
