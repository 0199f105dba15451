import { fetchProblems } from '../../documents/source-problems.ts'
import { crossField } from '../../model/cross-field.ts'
import * as z from 'zod'
import { mailboxes } from '../email-address.ts'
import { attachments, sentMessage, envelopeFields, emailParts, copies } from '../email-fields.ts'
import { defineContract } from '../../contract.ts'

/**
 * The ledger holds the e-mail before the first byte leaves: whatever the transport could not tell, and what a crash left in
 * doubt, is `unknown` until it is settled.
 */
export const sendEmailContract = defineContract({
  name: 'send-email',
  area: 'email',
  summary: 'Sends one e-mail.',
  description:
    'Never sent twice for one Idempotency-Key, whatever crashes in between. Where nobody can tell whether it was sent, its status is `unknown`, and it is not sent again: `doubt` says what settles it. Without configuration it goes to the local outbox, a maildir that any mail program opens. Recipients are taken one at a time, never as a list in a string.',
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
    'suppressions',
    'unsubscribeLinks',
    'hasher',
    'ids',
    'clock',
    'logger',
  ],
  problems: [...fetchProblems, 'unsupported_option'],
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
})
