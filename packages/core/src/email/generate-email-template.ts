import * as z from 'zod'
import { Content } from '../documents/content.ts'
import { deliverDocument } from '../documents/deliver-document.ts'
import { baseName } from '../documents/document-path.ts'
import { contentTypes } from '../documents/document-type.ts'
import { openEach } from '../documents/open-document.ts'
import { invalidRequest } from '../errors.ts'
import { defineOperation } from '../operation.ts'
import { present } from '../present.ts'
import { documentTarget, storedDocument } from '../shapes/document-target.ts'
import { inductionReport } from '../shapes/json-data.ts'
import { induceRequest, inductionInput } from '../templates/induction-input.ts'
import { tooMany } from '../too-many.ts'
import { emailTemplate } from './email-fields.ts'
import { openEmail } from './open-email.ts'
import { openProblems, storeProblems } from '../documents/source-problems.ts'

/**
 * Names what varies by the default identifier. @throws `invalid_request` (`samples_unrelated`) where the samples share
 * neither html nor text.
 */
export const generateEmailTemplate = defineOperation({
  name: 'generate-email-template',
  area: 'email',
  summary: 'Makes an e-mail template out of sent e-mails.',
  description:
    "What differs between the samples becomes `{{tags}}`, the same in subject, html and text. Each sample's data, filled back in, gives that sample; the answer says `exact` only because it was checked. With `output` the template is stored as JSON.",
  effect: true,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      samples: z.array(emailTemplate).min(1).describe('E-mails as they stand, or `.eml` documents.'),
      ...inductionInput(),
      output: documentTarget.optional(),
      dryRun: z.boolean().default(false),
    }),
  ),
  output: z.lazy(() =>
    z.object({
      template: z.object({ subject: z.string(), html: z.string().optional(), text: z.string().optional() }),
      stored: storedDocument.optional(),
      ...inductionReport(),
    }),
  ),
  needs: ['stores', 'guard', 'remoteDocuments', 'settings', 'emailTemplates', 'identifiers', 'hasher', 'clock'],
  problems: [...openProblems, ...storeProblems],
  examples: [
    {
      title: 'From two e-mails',
      input: {
        samples: [
          {
            subject: 'Invoice 2026-001',
            text: 'Dear Ada Lovelace,\n\nyour invoice 2026-001 of 120.00 EUR is due on 3 March 2026.\n',
          },
          {
            subject: 'Invoice 2026-002',
            text: 'Dear Alan Turing,\n\nyour invoice 2026-002 of 80.50 EUR is due on 9 April 2026.\n',
          },
        ],
      },
    },
  ],
  async run(input, ports, context) {
    const limit = ports.settings.limits.samples
    if (input.samples.length > limit) throw tooMany('/samples', limit, input.samples.length)
    const samples = await openEach(input.samples, (source, index) =>
      openEmail(source, `/samples/${index}`, ports, context),
    )
    const induced = await ports.emailTemplates.induce(samples, induceRequest(input, ports, context), {
      signal: context.signal,
    })
    if (induced.template.html === undefined && induced.template.text === undefined) {
      throw invalidRequest(
        '/samples',
        'samples_unrelated',
        'The samples share neither html nor text.',
        'Give e-mails that have the same parts.',
      )
    }
    if (input.output === undefined) return { data: induced }
    const bytes = new TextEncoder().encode(`${JSON.stringify(induced.template, null, 2)}\n`)
    const { stored } = await deliverDocument(
      { filename: baseName(input.output.path), content: new Content([bytes]), contentType: contentTypes.json },
      input.output,
      input.dryRun,
      ports,
      context,
    )
    return { data: { ...induced, ...present({ stored }) } }
  },
})
