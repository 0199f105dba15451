import { ChanceryError, type EmailContent, type VettedDocument } from '@chancery/core'

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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw corrupt('The JSON is not an e-mail: an object with subject, and html or text, is wanted.')
  }
  const { subject, html, text: plain }: { subject?: unknown; html?: unknown; text?: unknown } = value
  if (typeof subject !== 'string') throw corrupt('The JSON has no subject, which must be text.')
  if (html !== undefined && typeof html !== 'string') throw corrupt('The html of the JSON is not text.')
  if (plain !== undefined && typeof plain !== 'string') throw corrupt('The text of the JSON is not text.')
  return content(subject, html, plain)
}

/** @throws `document_corrupt` */
async function fromMessage(bytes: Uint8Array): Promise<EmailContent> {
  const { default: PostalMime } = await import('postal-mime')
  const { subject, html, text, from, headers } = await PostalMime.parse(bytes, {
    attachmentEncoding: 'arraybuffer',
  }).catch(() => {
    throw corrupt('The message cannot be read.')
  })
  if (
    subject === undefined &&
    from === undefined &&
    !headers.some(({ key }) => key === 'date' || key === 'mime-version')
  ) {
    throw corrupt('The document has no headers of an e-mail.')
  }
  return content((subject ?? '').trim(), withoutLastBreaks(html), withoutLastBreaks(text))
}

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
 * @throws `unsupported_document`, `document_corrupt`.
 */
export async function readEmail(document: VettedDocument): Promise<EmailContent> {
  switch (document.type) {
    case 'eml':
      return fromMessage(document.bytes)
    case 'json':
      return fromJson(new TextDecoder(document.charset ?? 'utf-8').decode(document.bytes))
    default:
      throw new ChanceryError('unsupported_document', 'An e-mail template is a message (.eml) or JSON.', {
        details: { type: document.type, supported },
      })
  }
}
