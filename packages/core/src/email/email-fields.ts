import * as z from 'zod'
import { attachmentSource, documentSource } from '../model/document-source.ts'
import { jsonSchema } from '../shapes/json-data.ts'
import { crossField } from '../model/cross-field.ts'
import { localeTag } from '../shapes/locale.ts'
import { mailbox, mailboxes } from './email-address.ts'
import { unsubscribe } from './unsubscribe-headers.ts'

// oxlint-disable-next-line no-control-regex -- these are what is refused.
const lineBreaks = /[\r\n\u0000\u2028\u2029]/u

const headerText = (max: number): z.ZodString =>
  z
    .string()
    .max(max)
    .refine((text) => !lineBreaks.test(text) && text.isWellFormed(), {
      message: 'Must be one line.',
      params: { code: 'line_break', hint: 'Remove line breaks.' },
    })

export const subject = headerText(998)

/** Headers that the message or the transport sets itself. */
const ownHeaders = new Set(
  'to from cc bcc reply-to subject date sender return-path message-id mime-version content-type content-transfer-encoding content-disposition received dkim-signature x-sg-id x-sg-eid'.split(
    ' ',
  ),
)

/** Far more than any mail has, and with the longest values not more than mail servers take (102,400 bytes by default in Postfix). */
const mostHeaders = 50

const headers = z.lazy(() =>
  z
    .record(z.string(), headerText(998))
    .check((payload) => {
      const names = Object.keys(payload.value)
      if (names.length > mostHeaders)
        payload.issues.push({
          code: 'custom',
          input: payload.value,
          path: [],
          message: `At most ${mostHeaders} headers, not ${names.length}.`,
          params: { code: 'too_many', hint: 'Mail servers refuse long headers; send more as an attachment.' },
        })
      for (const name of names.slice(0, mostHeaders)) {
        const legal = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,76}$/.test(name)
        if (legal && !ownHeaders.has(name.toLowerCase())) continue
        payload.issues.push({
          code: 'custom',
          input: name,
          path: [name],
          message: legal ? 'This header is set by the message itself.' : 'This is not a header name.',
          params: { code: 'invalid_header' },
        })
      }
    })
    .describe(`Extra headers, such as List-Unsubscribe; at most ${mostHeaders}.`),
)

const mostValues = 100

/** What a mail has besides its recipients and content. */
export const envelopeFields = () => ({
  from: mailbox.optional().describe('The sender; absent: the configured one.'),
  replyTo: mailboxes(0, 10).default([]).describe('Where answers go; absent: to the sender.'),
  headers: headers.default({}),
  unsubscribe: unsubscribe.optional(),
  tags: z.array(z.string().min(1).max(128)).max(10).default([]).describe("Labels for the provider's statistics."),
  metadata: z
    .record(z.string().regex(/^[\w.-]{1,64}$/), z.string().max(1024))
    .default({})
    .refine((values) => Object.keys(values).length <= mostValues, {
      message: `At most ${mostValues} values.`,
      params: { code: 'too_many', hint: 'Keep the values yourself, and give their id.' },
    })
    .describe(`Your own values, kept with the message and handed to the provider; at most ${mostValues}.`),
  sendAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'Not before this time, within 366 days: the provider waits where it can, else this service does. A time that has passed is now.',
    ),
  provider: z.string().max(64).optional(),
  dryRun: z.boolean().default(false).describe('Check everything, send nothing.'),
})

export const copies = () => ({
  cc: mailboxes(0, 1000).default([]),
  bcc: mailboxes(0, 1000).default([]),
})

export const attachments = z.lazy(() => z.array(attachmentSource).default([]))

/** Bytes of UTF-16 text that an e-mail's part may have. */
const maxPart = 2_000_000

/** What an e-mail says in one language. */
const languageFields = () => ({
  subject: z.string().max(4000),
  html: z.string().max(maxPart).optional(),
  text: z
    .string()
    .max(maxPart)
    .optional()
    .describe('Of a template: absent, it is made of the filled html; empty, there is none.'),
  mjml: z
    .string()
    .max(maxPart)
    .optional()
    .describe(
      'Of a template: MJML instead of html. Tags between its elements stand in `<mj-raw>`; there is no `mj-include`.',
    ),
  partials: z
    .record(z.string().max(100), z.string().max(maxPart))
    .optional()
    .describe('Of a template: texts that its parts put in by name, `{{> footer}}`.'),
  preheader: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Of a template: what mail programs show beside the subject; it stands, hidden, at the beginning of the html.',
    ),
  from: z
    .string()
    .max(1000)
    .optional()
    .describe('Of a template: the sender, as `Name <address>`, with tags. `from` of the call goes first.'),
})

type LanguageFields = z.output<z.ZodObject<ReturnType<typeof languageFields>>>
const hasContent = ({ html, mjml, text }: LanguageFields): boolean =>
  html !== undefined || mjml !== undefined || text !== undefined
const noContent = {
  ...crossField,
  message: 'Give html, text or both.',
  params: { code: 'no_content' },
}
const noContentInLanguage = {
  ...noContent,
  params: {
    code: 'no_content',
    hint: 'Each language is a whole e-mail: that of the template does not stand in for it.',
  },
}
const hasOneSource = ({ html, mjml }: LanguageFields): boolean => html === undefined || mjml === undefined
const twoSources = {
  ...crossField,
  message: 'The html is made of the MJML: give one of the two.',
  params: { code: 'two_sources' },
}
const mostLanguages = 50
const isEachOnce = (tags: readonly string[]): boolean =>
  new Set(tags.map((tag) => tag.toLowerCase())).size === tags.length

/** The content of an e-mail or e-mail template, as it stands. */
export const emailContent = z.lazy(() =>
  z
    .strictObject({
      ...languageFields(),
      schema: jsonSchema
        .optional()
        .describe(
          'Of a template: JSON Schema of its data. A text with `contentMediaType: "text/html"` may be written as `{{{text}}}`: it is sanitized, and not escaped.',
        ),
      inlineCss: z
        .boolean()
        .optional()
        .describe(
          'Of a template: its style sheets are written into the elements that they style, in the filled html. Rules for media, fonts and states stay in the sheet.',
        ),
      locales: z
        .record(
          localeTag,
          z.strictObject(languageFields()).refine(hasContent, noContentInLanguage).refine(hasOneSource, twoSources),
        )
        .refine((locales) => Object.keys(locales).length <= mostLanguages, {
          message: `At most ${mostLanguages} languages.`,
          params: { code: 'too_big' },
        })
        .refine((locales) => isEachOnce(Object.keys(locales)), {
          message: 'A language is there twice: its tag in small and in capital letters is the same.',
          params: { code: 'repeated_language' },
        })
        .optional()
        .describe(
          'Of a template: the same in other languages, by BCP 47 tag. `locale` chooses: `de` also for `de-AT`; where it is not there, the template as it stands.',
        ),
    })
    .refine(hasContent, noContent)
    .refine(hasOneSource, twoSources)
    .meta({ id: 'EmailContent' }),
)

/** A template as it stands, or a document that holds one: an `.eml`, or JSON with these fields. */
export const emailTemplate = z.lazy(() => z.union([emailContent, documentSource]))

export const emailParts = () => ({
  subject,
  html: z.string().max(maxPart).optional(),
  text: z.string().max(maxPart).optional(),
})

/** What became of one message. */
export const sentMessage = z.lazy(() =>
  z
    .object({
      id: z.string(),
      provider: z.string(),
      providerMessageId: z.string().optional().describe('Absent in a dry run, and where it is not known.'),
      status: z
        .enum(['sent', 'scheduled', 'captured', 'validated', 'cancelled', 'failed', 'unknown'])
        .describe(
          '`scheduled`: it will be sent at `sendAt`, by the provider or by this service; `failed`: it was scheduled, or in doubt, and surely was not sent: `code` says why; `unknown`: it may have been sent, and is not sent again before that is settled.',
        ),
      code: z
        .string()
        .optional()
        .describe('With `failed`: the code of a problem, or what the provider told (`bounced`, `dropped`).'),
      accepted: z.array(z.string()),
      rejected: z.array(z.object({ address: z.string(), code: z.string(), message: z.string() })),
      doubt: z
        .object({
          code: z.string().describe('What it failed with; `cut_off`: the try ended without a word.'),
          message: z.string(),
          settledBy: z
            .enum(['repetition', 'look-up', 'person'])
            .describe(
              'What settles it. `repetition`: the same call with the same Idempotency-Key, since the provider recognizes the e-mail; `look-up`: the same call, which asks the provider; `person`: somebody who looks at the provider, and then `chancery mail settle`.',
            ),
        })
        .optional()
        .describe('With `unknown`.'),
      request: z
        .object({
          contentType: z.string().describe('`message/rfc822`, or `application/json` for the call of an API.'),
          content: z.string().meta({ contentEncoding: 'base64' }),
        })
        .optional()
        .describe('In a dry run, of the first e-mail: what would go to the provider, byte for byte.'),
    })
    .meta({ id: 'SentMessage' }),
)
