import {
  ChanceryError,
  type EmailContent,
  type Finding,
  type InducedTemplate,
  type InduceRequest,
  nextTurn,
  throwIfCancelled,
} from '@chancery/core'
import { induceTemplate, type SampleGroup } from '@chancery/induction'
import { fillEmail } from '../fill/fill-email.ts'
import { type EmailSample, readEmailSample } from './read-email-sample.ts'
import { boundSamples } from './sample-bounds.ts'
import { htmlSlot } from './slot-text.ts'
import { writeEmailTemplate } from './write-email-template.ts'

type Field = 'subject' | 'text' | 'html'
const fieldNames: readonly Field[] = ['subject', 'text', 'html']

const rootOf = ({ fields }: EmailSample, names: readonly Field[]): SampleGroup => ({
  kind: 'group',
  shape: 'email',
  hint: '',
  role: 'row',
  children: names.map((name) => fields.get(name)!),
  origin: -1,
})

/**
 * Html as its reader has it: `&#39;` and `'` are the same character, a space that does not break is a space, and letters of
 * an address may be percent-encoded (RFC 3987, 3.1).
 */
const htmlAsRead = (html: string): string =>
  htmlSlot(html).text.replaceAll(/(?:%[89A-Fa-f][\dA-Fa-f])+/g, (octets) => {
    try {
      return decodeURIComponent(octets)
    } catch {
      return octets
    }
  })

const asRead = ({ subject, html, text }: EmailContent): string =>
  JSON.stringify([subject.trim(), text ?? null, html === undefined ? null : htmlAsRead(html)]).replaceAll(
    /[\u00a0\u2007\u2009\u202f]/g,
    ' ',
  )

const bytesOf = ({ subject, html, text }: EmailContent): string =>
  JSON.stringify([subject.trim(), text ?? null, html ?? null])

/** How all lines of a text end; `undefined` where there is one line, or they end in several ways. */
const lineEndOf = (text: string): string | undefined => {
  const ends = new Set(text.match(/\r\n?|\n/g))
  return ends.size === 1 ? [...ends][0] : undefined
}

/** A part of e-mails whose lines end here in LF, there in CRLF, with one way for all: a message has them all alike. */
const withEvenLines = (emails: readonly EmailContent[], part: 'html' | 'text'): readonly EmailContent[] => {
  if (new Set(emails.map((email) => lineEndOf(email[part] ?? '') ?? '\n')).size === 1) return emails
  return emails.map((email) => {
    const text = email[part]
    return text === undefined || lineEndOf(text) === undefined
      ? email
      : { ...email, [part]: text.replaceAll(/\r\n?/g, '\n') }
  })
}

/**
 * An e-mail template from sent e-mails: subject, html and text share their fields. Filled again with each e-mail's
 * data, and compared; in html, the same character written in two ways counts as equal and is told as a finding.
 * @throws `invalid_request` when the samples have nothing in common; `payload_too_large` for too many lines and tags.
 */
export const induceEmail = async (
  written: readonly EmailContent[],
  request: InduceRequest,
  { signal }: { readonly signal: AbortSignal },
): Promise<InducedTemplate<EmailContent>> => {
  boundSamples(written, request.pages)
  const emails = withEvenLines(withEvenLines(written, 'html'), 'text')
  const samples: EmailSample[] = []
  for (const email of emails) {
    throwIfCancelled(signal)
    samples.push(readEmailSample(email))
    await nextTurn(signal)
  }
  const names = fieldNames.filter((name) => samples.every(({ fields }) => fields.has(name)))
  const filling = { missing: 'error', locale: request.locale, timeZone: 'UTC', currency: 'EUR', now: 0 } as const
  let respelled = false
  const induced = await induceTemplate<EmailContent>(
    samples.map((sample) => rootOf(sample, names)),
    request,
    {
      foldSpaces: true,
      write: async (root) => {
        respelled = false
        return writeEmailTemplate(root, samples, 0)
      },
      refill: async (template, data, number) => {
        try {
          const { email } = fillEmail(template, { ...filling, data })
          const exact = asRead(email) === asRead(emails[number]!)
          if (exact && bytesOf(email) !== bytesOf(emails[number]!)) respelled = true
          return { exact, sample: rootOf(readEmailSample(email), names) }
        } catch (error) {
          if (ChanceryError.is(error) && error.code !== 'cancelled') return { exact: false }
          throw error
        }
      },
    },
    { signal },
  )
  const findings: Finding[] = []
  if (emails !== written) {
    findings.push({
      code: 'line_ends_evened',
      severity: 'info',
      message: 'The lines of the samples end in different ways; those of the template end in one way.',
    })
  }
  if (respelled) {
    findings.push({
      code: 'characters_respelled',
      severity: 'info',
      message:
        'Filling writes some characters in another way than the samples, such as &#39; for an apostrophe, a space for one that does not break, or %C3%A9 for é in an address. Readers see no difference.',
      location: { field: 'html' },
    })
  }
  return { ...induced, findings: [...induced.findings, ...findings] }
}
