import { storeProblems, openProblems } from '../../documents/source-problems.ts'
import { inductionInput } from '../../templates/induction-input.ts'
import { inductionReport } from '../../shapes/json-data.ts'
import * as z from 'zod'
import { documentTarget, storedDocument } from '../../shapes/document-target.ts'
import { emailTemplate } from '../email-fields.ts'
import { defineContract } from '../../contract.ts'

/**
 * Names what varies by the default identifier. @throws `invalid_request` (`samples_unrelated`) where the samples share
 * neither html nor text.
 */
export const generateEmailTemplateContract = defineContract({
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
  needs: [
    'stores',
    'guard',
    'remoteDocuments',
    'settings',
    'emailTemplates',
    'identifiers',
    'hasher',
    'clock',
    'eventTeller',
  ],
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
})
