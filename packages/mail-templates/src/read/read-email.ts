import { ChanceryError, type EmailContent, type LocalizedEmail, type VettedDocument } from '@chancery/core'
import type { MailText } from '@chancery/formats/mime'

const supported = ['eml', 'json']
const corrupt = (message: string): ChanceryError => new ChanceryError('document_corrupt', message)

/** @throws `document_corrupt` */
function fromJson(text: string): EmailContent {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw corrupt('The document is not JSON.')
  }
  return fromValue(value)
}

/** @throws `document_corrupt` */
function fromValue(value: unknown): EmailContent {
  if (!isObject(value)) {
    throw corrupt('The JSON is not an e-mail: an object with subject, and html or text, is wanted.')
  }
  const given: Readonly<Partial<Record<keyof EmailContent, unknown>>> = value
  const { subject, html, text: plain, partials, schema, inlineCss, mjml, preheader, from, locales } = given
  if (typeof subject !== 'string') throw corrupt('The JSON has no subject, which must be text.')
  if (html !== undefined && typeof html !== 'string') throw corrupt('The html of the JSON is not text.')
  if (plain !== undefined && typeof plain !== 'string') throw corrupt('The text of the JSON is not text.')
  if (partials !== undefined && !isOfTexts(partials)) throw corrupt('The partials of the JSON are not texts by name.')
  if (schema !== undefined && !isObject(schema)) throw corrupt('The schema of the JSON is not an object.')
  if (inlineCss !== undefined && typeof inlineCss !== 'boolean')
    throw corrupt('"inlineCss" of the JSON is not true or false.')
  if (mjml !== undefined && typeof mjml !== 'string') throw corrupt('The MJML of the JSON is not text.')
  if (mjml !== undefined && html !== undefined) throw corrupt('The JSON has both html and MJML, of which html is made.')
  if (preheader !== undefined && typeof preheader !== 'string') throw corrupt('The preheader of the JSON is not text.')
  if (from !== undefined && typeof from !== 'string') throw corrupt('"from" of the JSON is not text.')
  if (locales !== undefined && !isObject(locales)) throw corrupt('The locales of the JSON are no object.')
  const normal = content(subject, html ?? mjml, plain)
  const { html: source, ...others } = normal
  return {
    ...(mjml === undefined ? normal : { ...others, ...(source === undefined ? {} : { mjml: source }) }),
    ...(partials === undefined ? {} : { partials }),
    ...(schema === undefined ? {} : { schema }),
    ...(inlineCss === undefined ? {} : { inlineCss }),
    ...(preheader === undefined ? {} : { preheader }),
    ...(from === undefined ? {} : { from }),
    ...(locales === undefined ? {} : { locales: localesIn(locales) }),
  }
}

/** Each is an e-mail as the first is, but for what is of all languages. */
const localesIn = (locales: Readonly<Record<string, unknown>>): Readonly<Record<string, LocalizedEmail>> =>
  Object.fromEntries(
    Object.entries(locales).map(([locale, own]) => {
      const { schema: _, inlineCss: __, locales: ___, ...email } = fromValue(own)
      return [locale, email]
    }),
  )

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isOfTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string')

/** @throws `document_corrupt`, `payload_too_large` */
async function fromMessage({ bytes, charset }: VettedDocument): Promise<EmailContent> {
  const { parseMail } = await import('@chancery/formats/mime')
  const { subject, from, headers, texts } = await parseMail(bytes, charset)
  if (
    subject === undefined &&
    from === undefined &&
    !headers.some(({ key }) => key === 'date' || key === 'mime-version')
  ) {
    throw corrupt('The document has no headers of an e-mail.')
  }
  return content((subject ?? '').trim(), withoutLastBreaks(htmlOf(texts)), withoutLastBreaks(plainOf(texts)))
}

/** All texts as html, where one of them is. */
const htmlOf = (texts: readonly MailText[]): string | undefined =>
  texts.some(({ html }) => html.length > 0)
    ? texts.flatMap(({ html, plain }) => (html.length > 0 ? html : plain.map(asHtml))).join('\n')
    : undefined

/** A plain text that lacks some of what the html says is none. */
const plainOf = (texts: readonly MailText[]): string | undefined =>
  texts.every(({ plain }) => plain.length > 0) ? texts.flatMap(({ plain }) => plain).join('\n') : undefined

/** Quotation marks stay: a tag may have some. */
const asHtml = (text: string): string =>
  `<div>${text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\r?\n/g, '<br>')}</div>`

/** The last line breaks belong to the message's form, and differ by encoding; they are not what was written. */
function withoutLastBreaks(text: string | undefined): string | undefined {
  let end = text?.length ?? 0
  while (end > 0 && (text?.[end - 1] === '\n' || text?.[end - 1] === '\r')) end -= 1
  return text?.slice(0, end)
}

function content(subject: string, html: string | undefined, text: string | undefined): EmailContent {
  const normal = (field: string): string => field.replace(/\r\n?/g, '\n')
  if (!html && !text) throw corrupt('The e-mail has neither html nor text.')
  return { subject, ...(html ? { html: normal(html) } : {}), ...(text ? { text: normal(text) } : {}) }
}

/**
 * An e-mail as a template or sample: subject, html and text of a message (RFC 5322, MIME), or of JSON.
 * @throws `unsupported_document`, `document_corrupt`, `payload_too_large`.
 */
export async function readEmail(document: VettedDocument): Promise<EmailContent> {
  switch (document.type) {
    case 'eml':
      return fromMessage(document)
    case 'json':
      return fromJson(new TextDecoder(document.charset ?? 'utf-8').decode(document.bytes))
    default:
      throw new ChanceryError('unsupported_document', 'An e-mail template is a message (.eml) or JSON.', {
        details: { type: document.type, supported },
      })
  }
}
