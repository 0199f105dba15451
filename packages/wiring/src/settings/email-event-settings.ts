import * as z from 'zod'

const oneWord = z.string().regex(/^[!-~]+$/, 'Must be one word of ASCII, without spaces.')
/** A secret that somebody could guess would let anybody suppress addresses. */
const secret = oneWord.min(24, 'Must have 24 characters at the least; `openssl rand -hex 24` makes one.')
const pem = z
  .string()
  .min(1)
  .transform((text) => text.replaceAll('\\n', '\n'))

/** By what the providers of e-mails show that it is them who call `/email-events/…`; part of the configuration. */
export const emailEventSettings = {
  CHANCERY_SENDGRID_EVENTS_KEY: oneWord
    .optional()
    .describe(
      'Verification key of SendGrid’s Signed Event Webhook, which is told this service’s /email-events/sendgrid. Absent: nobody is heard there, and so with the others.',
    ),
  CHANCERY_POSTMARK_EVENTS_SECRET: secret
    .optional()
    .describe(
      'Password of Postmark’s webhooks, in their address: https://events:<it>@…/email-events/postmark. A secret.',
    ),
  CHANCERY_RESEND_EVENTS_SECRET: oneWord
    .optional()
    .describe('Signing secret (whsec_…) of Resend’s webhook at /email-events/resend.'),
  CHANCERY_SES_EVENTS_TOKEN: secret
    .optional()
    .describe(
      'Secret in the address that a topic of Amazon SNS has for events of Amazon SES: /email-events/ses?token=<it>.',
    ),
  CHANCERY_SES_EVENTS_CERTIFICATE: pem
    .optional()
    .describe(
      'Certificate that SNS signs with in that region, in PEM, with line ends or \\n. Absent: the token alone is checked.',
    ),
}
