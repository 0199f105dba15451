import { openProblems } from '../../documents/source-problems.ts'
import { localeOptions } from '../../shapes/locale.ts'
import * as z from 'zod'
import { documentSource } from '../../model/document-source.ts'
import { producedDocument } from '../../shapes/document-target.ts'
import { jsonData, jsonSchema, templateStatistics, templateReport } from '../../shapes/json-data.ts'
import { delimiterChoice, tagDelimiters } from '../../shapes/tag-delimiters.ts'
import { translations } from '../../shapes/translations.ts'
import { defineContract } from '../../contract.ts'

/** A template whose package has faults is opened all the same: they are findings. */
export const validateDocumentTemplateContract = defineContract({
  name: 'validate-document-template',
  area: 'templates',
  summary: 'Checks a Word or OpenDocument template, and data against it.',
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
      translations: translations.optional(),
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
})
