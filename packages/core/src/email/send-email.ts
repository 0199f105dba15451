import * as z from 'zod'
import { openEach } from '../documents/open-document.ts'
import { defineOperation } from '../operation.ts'
import { present } from '../present.ts'
import { crossField } from '../shapes/cross-field.ts'
import { tooMany } from '../too-many.ts'
import { dispatchEmail, inlineFindings, messageId, openAttachment, senderOf } from './dispatch-email.ts'
import { mailboxes } from './email-address.ts'
import { attachments, copies, emailParts, envelopeFields, sentMessage } from './email-fields.ts'
import { fetchProblems } from '../documents/source-problems.ts'

/**
 * With an Idempotency-Key the ledger is marked before the first byte leaves: what a crash left in doubt is
 * `delivery_unknown`, unless the transport deduplicates.
 */
export const sendEmail = defineOperation({
  name: 'send-email',
  area: 'email',
  summary: 'Sends one e-mail.',
  description:
    'Never sent twice for one Idempotency-Key, whatever crashes in between. Without configuration it goes to the local outbox, a maildir that any mail program opens. Recipients are taken one at a time, never as a list in a string.',
  effect: true,
  cost: 'plain',
  takesDocuments: true,
  producesDocuments: false,
  input: z.lazy(() =>
    z
      .strictObject({
        ...envelopeFields(),
        to: mailboxes(1, 1_000_000),
        ...copies(),
        ...emailParts(),
        attachments,
      })
      .refine((input) => input.html !== undefined || input.text !== undefined, {
        ...crossField,
        message: 'Give html, text or both.',
        params: { code: 'no_content' },
      }),
  ),
  output: z.lazy(() => z.object({ message: sentMessage })),
  needs: [
    'stores',
    'guard',
    'remoteDocuments',
    'settings',
    'transports',
    'emailLedger',
    'hasher',
    'ids',
    'clock',
    'logger',
  ],
  problems: [...fetchProblems, 'unsupported_option', 'delivery_unknown'],
  examples: [
    {
      title: 'A short e-mail',
      input: {
        from: 'Chancery <office@example.com>',
        to: ['Ada Lovelace <ada@example.com>'],
        subject: 'Your survey',
        text: 'Dear Ms Lovelace,\n\nplease find the survey attached.\n',
        attachments: [{ content: 'U3VydmV5Cg==', filename: 'survey.txt' }],
      },
    },
  ],
  async run(input, ports, context) {
    const from = senderOf(input.from, ports)
    const people = input.to.length + input.cc.length + input.bcc.length
    const limit = ports.settings.limits.records
    if (people > limit) throw tooMany('/to', limit, people)
    if (input.attachments.length > ports.settings.limits.attachments) {
      throw tooMany('/attachments', ports.settings.limits.attachments, input.attachments.length)
    }
    const opened = await openEach(input.attachments, (source, index) =>
      openAttachment(source, `/attachments/${index}`, ports, context),
    )
    const attachments = opened.map(({ attachment }) => attachment)
    const { html, text } = present(input)
    const message = await dispatchEmail(
      {
        id: messageId(0, 'send-email', ports, context),
        from,
        to: input.to,
        cc: input.cc,
        bcc: input.bcc,
        replyTo: input.replyTo,
        subject: input.subject,
        ...present({ html, text }),
        attachments,
        headers: input.headers,
        tags: input.tags,
        metadata: input.metadata,
        date: ports.clock.now(),
        ...(input.sendAt === undefined ? {} : { sendAt: Date.parse(input.sendAt) }),
      },
      input,
      ports,
      context,
    )
    return {
      data: { message },
      warnings: [...opened.flatMap(({ warnings }) => warnings), ...inlineFindings(html, attachments)],
    }
  },
})
