import * as z from 'zod'
import { count, httpAddress, list, oneWord, words } from './setting-values.ts'

/** What can hand e-mails over. */
export const transports = ['outbox', 'memory', 'smtp', 'sendgrid', 'postmark', 'resend', 'ses'] as const

/** E-mails a second by the names of transports. */
const rates = words.transform((items, context) => {
  const found = new Map<string, number>()
  for (const item of items) {
    const [, name = '', rate = ''] = /^([a-z]+)=(\d{1,4}(?:\.\d{1,3})?)$/.exec(item) ?? []
    if (Number(rate) > 0) found.set(name, Number(rate))
    else context.issues.push({ code: 'custom', input: item, message: 'Write transport=number,…: smtp=2,ses=14.' })
  }
  return found
})

/** What hands e-mails over, and how; part of the configuration. */
export const transportChoice = {
  CHANCERY_TRANSPORTS: list(transports)
    .default(['outbox'])
    .describe('E-mail transports; the first is the default, unless there is a failover.'),
  CHANCERY_EMAIL_FAILOVER: list(transports)
    .default([])
    .describe(
      'Transports that are one, `failover`, which is the default then: the next gets an e-mail that the one before surely has not taken. What is in doubt goes to no other.',
    ),
  CHANCERY_EMAIL_RETRIES: count(0, 10)
    .default(2)
    .describe(
      'How often an e-mail is handed over again that a provider surely has not taken (not of outbox and memory), inside of the deadline.',
    ),
  CHANCERY_EMAIL_RATES: rates
    .optional()
    .describe(
      'E-mails a second that this process hands over, as transport=number,…: smtp=2,ses=14. Absent: as they come.',
    ),
}

const endpoint = httpAddress.optional().describe('Another address of the API: a private one, or for tests.')

/** What single transports are told; part of the configuration. */
export const transportSettings = {
  CHANCERY_SENDGRID_API_KEY: oneWord.optional().describe('API key of the sendgrid transport.'),
  CHANCERY_SENDGRID_ENDPOINT: endpoint,

  CHANCERY_SMTP_HOST: z
    .string()
    .min(1)
    .optional()
    .describe('Name or address of the mail server of the smtp transport.'),
  CHANCERY_SMTP_PORT: count(1, 65_535).optional().describe('Its port; absent: 587, and 465 with `tls`.'),
  CHANCERY_SMTP_SECURITY: z
    .enum(['starttls', 'tls', 'none'])
    .default('starttls')
    .describe(
      'How it is spoken with: `starttls` and `tls` with a certificate that is vouched for (NODE_EXTRA_CA_CERTS adds to who may), `none` without a password.',
    ),
  CHANCERY_SMTP_USER: z.string().min(1).optional().describe('User to sign in as; absent: without.'),
  CHANCERY_SMTP_PASSWORD: z.string().min(1).optional().describe('Its password: a secret.'),
  CHANCERY_SMTP_OAUTH_ACCESS_TOKEN: oneWord
    .optional()
    .describe('Token to sign in with in place of a password (XOAUTH2): a secret.'),
  CHANCERY_SMTP_OAUTH_TOKEN_URL: z
    .url({ protocol: /^https?$/, error: 'Must be an https address.' })
    .optional()
    .describe('Token server (OAuth 2) that gives such tokens, and new ones when they end.'),
  CHANCERY_SMTP_OAUTH_CLIENT_ID: oneWord.optional().describe('Id of the client at the token server.'),
  CHANCERY_SMTP_OAUTH_CLIENT_SECRET: oneWord.optional().describe('Its secret.'),
  CHANCERY_SMTP_OAUTH_REFRESH_TOKEN: oneWord
    .optional()
    .describe('Token of the user that new ones are given for: a secret. Absent: the client signs in for itself.'),
  CHANCERY_SMTP_OAUTH_SCOPE: z
    .string()
    .min(1)
    .optional()
    .describe('What the token is for: https://outlook.office365.com/.default.'),
  CHANCERY_SMTP_NAME: z
    .string()
    .regex(/^[A-Za-z0-9.[\]:-]{1,255}$/, 'Must be a host name.')
    .optional()
    .describe('How this machine names itself (EHLO); absent: its host name.'),
  CHANCERY_SMTP_CONNECTIONS: count(1, 100).default(5).describe('Sessions with it at once.'),
  CHANCERY_SMTP_MAX_BYTES: count(1024, 1024 ** 3)
    .default(25 * 1024 * 1024)
    .describe('Bytes of one message; what the server says is obeyed too.'),
  CHANCERY_SMTP_DKIM_DOMAIN: z
    .string()
    .min(1)
    .optional()
    .describe('Domain that messages are signed for (DKIM); absent: they are not, or the server does it.'),
  CHANCERY_SMTP_DKIM_SELECTOR: z.string().min(1).optional().describe('Selector of its key.'),
  CHANCERY_SMTP_DKIM_PRIVATE_KEY: z
    .string()
    .min(1)
    .transform((pem) => pem.replaceAll('\\n', '\n'))
    .optional()
    .describe('The key, RSA in PEM, with line ends or \\n: a secret.'),
  CHANCERY_SMTP_IDEMPOTENCY_HEADER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Header by which the server knows a message again for 24 hours; only where its documentation has one: Resend-Idempotency-Key, Idempotency-Key of Lettermint.',
    ),

  CHANCERY_POSTMARK_TOKEN: oneWord.optional().describe('Token of the server of the postmark transport.'),
  CHANCERY_POSTMARK_STREAM: z
    .string()
    .min(1)
    .optional()
    .describe('Its message stream; absent: the one for transactions.'),
  CHANCERY_POSTMARK_ENDPOINT: endpoint,
  CHANCERY_RESEND_API_KEY: oneWord
    .optional()
    .describe('API key of the resend transport; one that may only send is enough.'),
  CHANCERY_RESEND_ENDPOINT: endpoint,
  CHANCERY_SES_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,32}$/, 'Must be a region, such as eu-central-1.')
    .optional()
    .describe('Region of the ses transport (Amazon SES).'),
  CHANCERY_SES_ACCESS_KEY_ID: oneWord.optional().describe('Its access key; `ses:SendEmail` is enough.'),
  CHANCERY_SES_SECRET_ACCESS_KEY: oneWord.optional().describe('The secret of that key.'),
  CHANCERY_SES_SESSION_TOKEN: oneWord.optional().describe('The token of temporary credentials.'),
  CHANCERY_SES_CONFIGURATION_SET: z.string().min(1).optional().describe('Its configuration set.'),
  CHANCERY_SES_ENDPOINT: endpoint,
}
