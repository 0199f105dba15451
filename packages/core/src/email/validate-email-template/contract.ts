import { openProblems } from '../../documents/source-problems.ts'
import { localeOptions } from '../../shapes/locale.ts'
import { translations } from '../../shapes/translations.ts'
import * as z from 'zod'
import { jsonData, jsonSchema, templateReport } from '../../shapes/json-data.ts'
import { emailContent, emailTemplate } from '../email-fields.ts'
import { emailChecks, emailReport } from '../email-report.ts'
import { emailPreview } from '../email-preview.ts'
import { defineContract } from '../../contract.ts'

/** Nothing is sent or stored. `valid`: no finding is an error. */
export const validateEmailTemplateContract = defineContract({
  name: 'validate-email-template',
  area: 'email',
  summary: 'Checks an e-mail template, and data against it.',
  description:
    'Syntax, variables, tags of other systems, HTML structure, CSS, what mail programs cannot show (by the data of caniemail.com), accessibility, images, links, deliverability, size and security; all findings at once, each with its group, field, line, column, excerpt and fix.',
  effect: false,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      template: emailTemplate,
      data: jsonData.optional().describe('Checked against the tags.'),
      schema: jsonSchema.optional().describe('JSON Schema of the data to come, checked against the tags.'),
      locales: z
        .record(z.string().max(64), emailContent)
        .refine((locales) => Object.keys(locales).length <= 20, {
          message: 'At most 20 locales.',
          params: { code: 'too_big' },
        })
        .optional()
        .describe(
          'The same e-mail in other languages, by language tag: what is wrong there and not here, and where it differs from the template.',
        ),
      ...emailChecks(),
      ...localeOptions(),
      translations: translations.optional(),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      ...templateReport(),
      ...emailReport(),
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
