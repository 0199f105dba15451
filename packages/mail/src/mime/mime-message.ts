import { createHash } from 'node:crypto'
import { type OutgoingAttachment, type OutgoingEmail, turnsEvery } from '@chancery/core'
import { messageToken } from '../message-token.ts'
import { base64Body, joinedPieces, type Piece, textBody, type Turn } from './body-encoding.ts'
import { parameter, structuredHeader, textHeader } from './header-text.ts'
import { asciiDomain, mailboxHeader } from './mailbox-header.ts'

/** A body part: its own headers, and its lines. */
interface Part {
  readonly headers: readonly string[]
  readonly body: readonly Piece[]
}

/** Makes the multiparts of one message; each gets a boundary of its own. */
type Multipart = (subtype: string, parts: readonly [Part, ...Part[]], parameters?: readonly string[]) => Part

async function textPart(subtype: 'plain' | 'html', text: string, turn: Turn): Promise<Part> {
  const { encoding, content } = await textBody(text, turn)
  const charset = encoding === '7bit' ? 'us-ascii' : 'utf-8'
  return {
    headers: [`Content-Type: text/${subtype}; charset=${charset}`, `Content-Transfer-Encoding: ${encoding}`],
    body: [content],
  }
}

function attachmentPart({ filename, contentType, bytes, contentId }: OutgoingAttachment, inline: boolean): Part {
  // A part of type message or multipart may not be in base64 (RFC 2046, 5.2.1), so it travels as plain bytes.
  const type = /^(?:message|multipart)\//i.test(contentType) ? 'application/octet-stream' : contentType
  const { encoding, content } = base64Body(bytes)
  const disposition = [inline ? 'inline' : 'attachment', ...parameter('filename', filename)]
  return {
    headers: [
      structuredHeader('Content-Type', [type]),
      structuredHeader(
        'Content-Disposition',
        disposition.map((piece, index) => (index === disposition.length - 1 ? piece : `${piece};`)),
      ),
      `Content-Transfer-Encoding: ${encoding}`,
      ...(contentId === undefined ? [] : [structuredHeader('Content-ID', [`<${contentId}>`])]),
    ],
    body: [content],
  }
}

/**
 * Boundaries hold `=_`, which neither base64 nor quoted-printable can produce, and no 7bit line starts with `--`:
 * a boundary cannot occur in a part, whatever the parts hold.
 */
function multipartMaker(id: string): Multipart {
  const stem = createHash('sha256').update(id).digest('hex').slice(0, 24)
  let count = 0
  return (subtype, parts, parameters = []) => {
    count += 1
    const boundary = `=_${stem}_${count}`
    const type = [`multipart/${subtype};`, ...parameters.map((each) => `${each};`), `boundary="${boundary}"`]
    const written = parts.flatMap(({ headers, body }): readonly Piece[] => [
      `--${boundary}\r\n${headers.join('\r\n')}\r\n\r\n`,
      ...body,
      '\r\n',
    ])
    return { headers: [structuredHeader('Content-Type', type)], body: [...written, `--${boundary}--`] }
  }
}

/** mixed( alternative( text, related( html, inline images ) ), attachments ), each level only where it is needed. */
async function content(email: OutgoingEmail, multipart: Multipart, turn: Turn): Promise<Part> {
  const { text, html } = email
  const isInline = (attachment: OutgoingAttachment): boolean => attachment.contentId !== undefined && html !== undefined
  const inline = email.attachments.filter(isInline)
  const attached = email.attachments.filter((attachment) => !isInline(attachment))

  let part: Part | undefined
  if (html !== undefined) {
    part = await textPart('html', html, turn)
    if (inline.length > 0) {
      part = multipart('related', [part, ...inline.map((each) => attachmentPart(each, true))], ['type="text/html"'])
    }
  }
  if (text !== undefined || part === undefined) {
    const plain = await textPart('plain', text ?? '', turn)
    part = part === undefined ? plain : multipart('alternative', [plain, part])
  }
  if (attached.length === 0) return part
  return multipart('mixed', [part, ...attached.map((each) => attachmentPart(each, false))])
}

/** ms of work after which others have their turn. */
const heldMs = 10

/** The message's id, stable for the e-mail's. */
export function messageIdOf({ id, from }: OutgoingEmail): string {
  const domain = asciiDomain(from.address).split('@').at(-1) ?? 'localhost'
  return `<${messageToken(id)}@${domain}>`
}

/**
 * The e-mail as a message (RFC 5322, MIME): the same e-mail always gives the same bytes. Blind copies are not in it.
 * The e-mail must have passed `assertSendable`. A large one is made in turns with what else waits in this process.
 * @param extra headers of the transport's own.
 */
export async function mimeMessage(
  email: OutgoingEmail,
  extra: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const turn = turnsEvery(heldMs, () => performance.now())
  const { headers, body } = await content(email, multipartMaker(email.id), turn)
  const lines = [
    `Date: ${new Date(email.date).toUTCString().replace('GMT', '+0000')}`,
    structuredHeader('Message-ID', [messageIdOf(email)]),
    mailboxHeader('From', [email.from]),
    ...(email.replyTo.length > 0 ? [mailboxHeader('Reply-To', email.replyTo)] : []),
    ...(email.to.length > 0 ? [mailboxHeader('To', email.to)] : []),
    ...(email.cc.length > 0 ? [mailboxHeader('Cc', email.cc)] : []),
    textHeader('Subject', email.subject),
    ...Object.entries({ ...email.headers, ...extra }).map(([name, value]) => textHeader(name, value)),
    'MIME-Version: 1.0',
    ...headers,
    '',
    '',
  ]
  const last = body.at(-1)
  const isEnded = typeof last === 'string' && last.endsWith('\r\n')
  return await joinedPieces([lines.join('\r\n'), ...body, ...(isEnded ? [] : ['\r\n'])], turn)
}
