import * as z from 'zod'
import { defineOperation } from '../operation.ts'
import { present } from '../present.ts'
import { jsonData, jsonSchema, templateReport } from '../shapes/json-data.ts'
import { localeOptions } from '../shapes/locale.ts'
import { localeFor } from '../templates/fill-request.ts'
import { emailTemplate } from './email-fields.ts'
import { openEmail } from './open-email.ts'
import { openProblems } from '../documents/source-problems.ts'

export const preview = z.lazy(() =>
  z
    .object({ subject: z.string(), html: z.string().optional(), text: z.string().optional() })
    .meta({ id: 'EmailPreview' }),
)

/** Nothing is sent or stored. `valid`: no finding is an error. */
export const validateEmailTemplate = defineOperation({
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
    }),
  ),
  output: z.lazy(() =>
    z.object({
      ...templateReport(),
      preview: preview.optional().describe('With data: the e-mail as it would be.'),
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
  async run(input, ports, context) {
    const template = await openEmail(input.template, '/template', ports, context)
    const { data, schema } = present(input)
    const report = await ports.emailTemplates.inspect(
      template,
      { ...localeFor(input, ports), ...present({ data, schema }) },
      { signal: context.signal },
    )
    return { data: { ...report, valid: report.findings.every(({ severity }) => severity !== 'error') } }
  },
})
