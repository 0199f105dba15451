import type { Finding } from '@chancery/core'
import type { Address, Attachment } from 'postal-mime'
import type { AttachedFile, Reader } from '../reader.ts'
import { beyondLimit, corruptDocument, stopIfAborted } from '../reading-errors.ts'
import { componentsOf } from '../vcard/content-lines.ts'
import { eventDetails } from './calendar-event.ts'
import { mailbox, mailDate, type MailBody, type MailMessage } from './mail-message.ts'
import { mailModel } from './mail-model.ts'
import { mailboxMessages } from './mailbox-messages.ts'
import { withMendedBoundary } from './mended-boundary.ts'
import { parseMail, type ParsedMail } from './parsed-mail.ts'
import { signedContent } from './signed-content.ts'
import { readTnef } from './tnef.ts'

/** More parts than mails have; each costs the parser a node. */
const maxParts = 20_000

/** Mails (RFC 5322, MIME): headers, the best body, attachments. Of a mailbox the first mail, with the others attached. */
export const emlReader: Reader = {
  paged: false,
  async read(document, _request, options) {
    const [first = document.bytes, ...others] = mailboxMessages(document.bytes)
    const mail = messageOf(await parsed(first, document.charset, maxSignatures))
    stopIfAborted(options.signal)
    if (others.length === 0) return mailModel(mail, options)
    const more = others.map((bytes, at) => ({
      filename: `message ${at + 2}.eml`,
      bytes,
      contentType: 'message/rfc822',
    }))
    const warnings = [...mail.warnings, mailboxOf(others.length + 1)]
    return mailModel({ ...mail, attachments: [...mail.attachments, ...more], warnings }, options)
  },
}

/** The bodies of a mail, or of a web archive, alone. */
export const mailBodies = async (bytes: Uint8Array): Promise<readonly MailBody[]> =>
  (await parsed(bytes, undefined, maxSignatures)).bodies

/** Of a file on a Mac, beside the file itself and under its name (RFC 1740). */
const finderInformation = 'application/applefile'

/** Signatures around each other: of the sender, of a gateway, of a list. */
const maxSignatures = 4

/** With the bodies and files of what is wrapped into signatures in their places. */
async function parsed(given: Uint8Array, charset: string | undefined, signatures: number): Promise<ParsedMail> {
  const bytes = withMendedBoundary(given)
  checkParts(bytes)
  const mail = await parseMail(bytes, charset).catch((error: unknown) => {
    throw error instanceof Error && /nesting depth|header size/i.test(error.message)
      ? beyondLimit('headers or nested parts of a mail', maxParts)
      : corruptDocument('The mail could not be read.', error)
  })
  const bodies = [...mail.bodies]
  const attachments: Attachment[] = []
  for (const attachment of mail.attachments) {
    if (attachment.mimeType === finderInformation) continue
    const content = signatures > 0 && isCms(attachment) ? signedContent(bytesOf(attachment.content)) : undefined
    const inside = content === undefined ? undefined : await parsed(content, charset, signatures - 1)
    bodies.push(...(inside?.bodies ?? []))
    attachments.push(...(inside?.attachments ?? [attachment]))
  }
  return { ...mail, bodies, attachments }
}

/** The bodies and files of a mail that a signature is wrapped around; `undefined`: there is none to be read. */
export async function insideSignature(
  signature: Uint8Array,
): Promise<Pick<MailMessage, 'bodies' | 'attachments' | 'warnings'> | undefined> {
  const content = signedContent(signature)
  return content === undefined ? undefined : withoutTnef(await parsed(content, undefined, maxSignatures - 1))
}

const isCms = ({ mimeType, filename }: Attachment): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/i.test(mimeType) || /\.p7m$/i.test(filename ?? '')

const mailboxOf = (mails: number): Finding => ({
  code: 'mailbox',
  severity: 'info',
  message: `The file is a mailbox of ${mails} mails; the text is that of the first, the others are attachments.`,
})

/** @throws `payload_too_large` where more lines could begin a part than a mail has parts, twice over */
function checkParts(bytes: Uint8Array): void {
  let parts = 0
  const types = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = types.indexOf('\nContent-Type:', 0); at !== -1; at = types.indexOf('\nContent-Type:', at + 1)) {
    if (++parts > maxParts) throw beyondLimit('parts of a mail', maxParts)
  }
}

function messageOf(mail: ParsedMail): MailMessage {
  const calendars = mail.attachments.filter(({ mimeType }) => mimeType === 'text/calendar')
  return {
    from: nameOf(mail.from ?? mail.sender),
    replyTo: mail.replyTo?.flatMap(namesOf).join(', '),
    to: (mail.to ?? []).flatMap(namesOf),
    cc: (mail.cc ?? []).flatMap(namesOf),
    bcc: (mail.bcc ?? []).flatMap(namesOf),
    subject: mail.subject,
    date: mailDate(mail.date),
    messageId: mail.messageId,
    inReplyTo: mail.inReplyTo,
    ...withoutTnef(mail),
    details: calendars.flatMap(({ content }) => eventDetails(componentsOf(new TextDecoder().decode(bytesOf(content))))),
  }
}

const isTnef = /^application\/(?:vnd\.)?ms-tnef$/i

/** The bodies and files of a mail, with what Outlook packed up in their places; a body of its own comes first. */
function withoutTnef(mail: ParsedMail): Pick<MailMessage, 'bodies' | 'attachments' | 'warnings'> {
  const files = mail.attachments.map(fileOf)
  const packed: MailBody[] = []
  let warnings: MailMessage['warnings'] = []
  const attachments = files.flatMap((file) => {
    if (!isTnef.test(file.contentType ?? '') && !/^winmail\.dat$/i.test(file.filename)) return [file]
    const inside = readTnef(file.bytes)
    if (inside === undefined) {
      warnings = [tnefNotRead]
      return [file]
    }
    packed.push(...inside.bodies)
    return inside.files
  })
  const hasOwn = mail.bodies.some(({ text }) => text.trim() !== '')
  return { bodies: hasOwn ? mail.bodies : packed, attachments, warnings }
}

const tnefNotRead = {
  code: 'tnef_not_read',
  severity: 'warning',
  message: 'An attachment is in Outlook\'s own format (TNEF, "winmail.dat"), but damaged; what is inside was not read.',
} as const

const nameOf = (address: Address | undefined): string | undefined =>
  address === undefined ? undefined : namesOf(address)[0]

const namesOf = (address: Address): string[] => {
  if (address.group !== undefined) return address.group.flatMap(namesOf)
  const name = mailbox(address.name, address.address)
  return name === undefined ? [] : [name]
}

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const endings: Readonly<Record<string, string>> = {
  'message/rfc822': 'message.eml',
  'text/calendar': 'invitation.ics',
  'text/vcard': 'contact.vcf',
  'application/pdf': 'document.pdf',
}

function fileOf({ filename, mimeType, contentId, content }: Attachment): AttachedFile {
  const id = contentId?.replaceAll(/^\s*<|>\s*$/g, '')
  return {
    filename: filename?.split(/[\\/]/).at(-1)?.trim() || (endings[mimeType] ?? 'attachment'),
    bytes: bytesOf(content),
    contentType: mimeType,
    ...(id === undefined || id === '' ? {} : { contentId: id }),
  }
}
