import { openProblems } from '../../documents/source-problems.ts'
import { localeOptions } from '../../shapes/locale.ts'
import { translations } from '../../shapes/translations.ts'
import * as z from 'zod'
import { jsonData, jsonSchema, templateReport } from '../../shapes/json-data.ts'
import { emailTemplate } from '../email-fields.ts'
import { emailPreview } from '../email-preview.ts'
import { defineContract } from '../../contract.ts'

/** Nothing is sent or stored. `valid`: no finding is an error. */
export const validateEmailTemplateContract = defineContract({
  name: 'validate-email-template',
  area: 'email',
  summary: 'Checks an e-mail template, and data against it.',
  description:
    'Syntax, variables, HTML structure, what mail programs cannot show, accessibility, deliverability, size, links and security; every finding with field, line and column.',
  effect: false,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      template: emailTemplate,
      data: jsonData.optional().describe('Checked against the tags.'),
      schema: jsonSchema.optional(),
      ...localeOptions(),
      translations: translations.optional(),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      ...templateReport(),
      preview: emailPreview.optional().describe('With data: the e-mail as it would be.'),
    }),
  ),
  needs: ['stores', 'guard', 'remoteDocuments', 'settings', 'emailTemplates', 'clock'],
  problems: [...openProblems],
  examples: [
    {
      title: 'A template with a typo',
      input: {
        template: { subject: 'Hello {{name}}', text: 'Dear {{nmae}},\n' },
        data: { name: 'Ada Lovelace' },
      },
    },
  ],
})
