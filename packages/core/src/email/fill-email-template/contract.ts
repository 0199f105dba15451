import { clientReference } from '../../clients/client-shape.ts'
import { openProblems } from '../../documents/source-problems.ts'
import { localeOptions, localeTag } from '../../shapes/locale.ts'
import { crossField } from '../../model/cross-field.ts'
import * as z from 'zod'
import { attachmentSource, documentSource } from '../../model/document-source.ts'
import { finding } from '../../model/finding.ts'
import { itemProblem, jsonData, fillReport } from '../../shapes/json-data.ts'
import { missingPolicy } from '../../shapes/missing-policy.ts'
import { translations } from '../../shapes/translations.ts'
import { recipientMailboxes } from '../email-address.ts'
import { emailTemplate, sentMessage, copies, envelopeFields } from '../email-fields.ts'
import { emailPreview } from '../email-preview.ts'
import { defineContract } from '../../contract.ts'
import { filledFormats } from '../../templates/template-format.ts'

const filledAttachment = z.lazy(() =>
  z
    .strictObject({
      template: documentSource,
      format: z.enum(filledFormats).optional().describe('Absent: the type of the template.'),
      filename: z.string().min(1).max(1024).optional().describe('May hold tags in `{}`.'),
    })
    .meta({
      id: 'FilledAttachment',
      description: 'A Word or OpenDocument template, filled with the same data as the e-mail.',
    }),
)

/** Documents as they are, and Word templates that are filled with the same data as the e-mail. */
export const anyAttachments = z.lazy(() => z.array(z.union([attachmentSource, filledAttachment])).default([]))

/**
 * Several recipients at once. A template that fails for all throws, as long as nothing was handed over; any other failure is
 * the recipient's.
 */
export const fillEmailTemplateContract = defineContract({
  name: 'fill-email-template',
  area: 'email',
  summary: 'Fills an e-mail template for each recipient and sends it.',
  description:
    'HTML is escaped by context. Each recipient gets an own message with own data; one bad recipient never stops the rest, and each outcome is reported. Several are sent at once. The same call with the same Idempotency-Key goes on with those that failed and are `retryable`, and sends nobody anything twice; what may have been sent is `unknown`. A template with faults is refused before anything is sent. Attachments may be Word templates that are filled with the same data.',
  effect: true,
  cost: 'documents',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z.strictObject({
      template: emailTemplate,
      recipients: z
        .array(
          z
            .strictObject({
              to: recipientMailboxes.optional().describe('Absent: the e-mail address of the `client`.'),
              data: jsonData.optional().describe('Of this recipient; goes before the common data.'),
              client: clientReference
                .optional()
                .describe(
                  'An imported client, by its id or an e-mail address that no other client has: its record is there under `client.`.',
                ),
              attachments: anyAttachments,
              locale: localeTag.optional().describe('Of this recipient; absent: that of the call.'),
            })
            .refine((recipient) => recipient.to !== undefined || recipient.client !== undefined, {
              ...crossField,
              message: 'Give `to` or `client`.',
              params: { code: 'no_recipient' },
            }),
        )
        .min(1),
      data: jsonData.optional().describe('Common to all recipients.'),
      missing: missingPolicy.default('error'),
      ...localeOptions(),
      translations: translations.optional(),
      ...envelopeFields(),
      ...copies(),
      attachments: anyAttachments,
    }),
  ),
  output: z.lazy(() =>
    z.object({
      messages: z.array(
        z.object({
          to: z.array(z.string()),
          subject: z.string().optional(),
          status: z
            .enum(['sent', 'scheduled', 'captured', 'validated', 'cancelled', 'failed', 'unknown'])
            .describe('`unknown`: it may have been sent; `message.doubt` says what settles it.'),
          retryable: z
            .boolean()
            .optional()
            .describe(
              'Of one that failed: it was not sent, and may be later, by the same call with the same Idempotency-Key.',
            ),
          id: z.string().optional(),
          message: sentMessage.optional(),
          ...fillReport(),
          findings: z.array(finding),
          error: itemProblem.optional().describe('Where it failed, or is in doubt.'),
        }),
      ),
      preview: emailPreview.optional().describe('In a dry run: the first e-mail that could be filled.'),
    }),
  ),
  needs: [
    'stores',
    'guard',
    'remoteDocuments',
    'settings',
    'emailTemplates',
    'documentTemplates',
    'converters',
    'transports',
    'emailLedger',
    'suppressions',
    'unsubscribeLinks',
    'clientDirectory',
    'hasher',
    'ids',
    'clock',
    'logger',
  ],
  problems: [...openProblems, 'client_not_found', 'unsupported_option', 'template_invalid', 'data_incomplete'],
  examples: [
    {
      title: 'Two recipients',
      input: {
        template: { subject: 'Invoice {{number}}', text: 'Dear {{name}},\n\n{{total | currency:"EUR"}} is due.\n' },
        from: 'office@example.com',
        recipients: [
          { to: 'ada@example.com', data: { name: 'Ada Lovelace', number: '2026-001', total: 120 } },
          { to: 'alan@example.com', data: { name: 'Alan Turing', number: '2026-002', total: 80.5 } },
        ],
      },
    },
  ],
})
