import * as z from 'zod'
import { openDocument } from '../documents/open-document.ts'
import { defineOperation } from '../operation.ts'
import { present } from '../present.ts'
import { documentSource } from '../shapes/document-source.ts'
import { jsonData, jsonSchema, templateReport } from '../shapes/json-data.ts'
import { localeOptions } from '../shapes/locale.ts'
import { localeFor } from './fill-request.ts'
import { openProblems } from '../documents/source-problems.ts'

export const validateDocumentTemplate = defineOperation({
  name: 'validate-document-template',
  area: 'templates',
  summary: 'Checks a Word template, and data against it.',
  description:
    'All faults at once, each with its exact place and what to do; tags that differ only by a typo, unknown formatters, data that no tag reads, tags that the data lacks. Filling finds the same, since it is the same check.',
  effect: false,
  input: z.strictObject({
    template: documentSource,
    data: jsonData.optional().describe('Checked against the tags.'),
    schema: jsonSchema.optional().describe('Checked against the tags.'),
    ...localeOptions,
  }),
  output: z.object(templateReport),
  needs: ['stores', 'guard', 'remoteDocuments', 'settings', 'documentTemplates', 'clock'],
  problems: [...openProblems],
  examples: [
    {
      title: 'Check a stored template against data',
      input: { template: { path: 'templates/welcome.docx' }, data: { nmae: 'Ada Lovelace' } },
    },
  ],
  async run(input, ports, context) {
    const template = await openDocument(input.template, '/template', ['docx'], ports, context)
    const { data, schema } = present(input)
    const report = await ports.documentTemplates.inspect(
      template,
      { ...localeFor(input, ports), ...present({ data, schema }) },
      { signal: context.signal },
    )
    const findings = [...template.findings, ...report.findings]
    return { data: { ...report, valid: findings.every((each) => each.severity !== 'error'), findings } }
  },
})
