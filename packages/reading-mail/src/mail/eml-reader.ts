import { type Finding, present, throwIfCancelled, type VettedDocument } from '@chancery/core'
import {
  mailInUtf8,
  type MailAddress,
  type MailFile,
  type MailText,
  type ParsedMail,
  parseMail,
} from '@chancery/formats/mime'
import type { AttachedFile, Reader } from '@chancery/reading/reader'
import { componentsOf } from '../vcard/components.ts'
import { eventDetails } from './calendar-event.ts'
import { mailbox, mailDate, type MailBody, type MailMessage } from './mail-message.ts'
import { mailModel } from './mail-model.ts'
import { mailboxMessages } from './mailbox-messages.ts'
import { signedContent } from './signed-content.ts'
import { readTnef } from './tnef.ts'

/** Mails (RFC 5322, MIME): headers, the best body, attachments. Of a mailbox the first mail, with the others attached. */
export const emlReader: Reader = {
  paged: false,
  async read(document, _request, options) {
    const { bytes, charset } = inBytesOfAscii(document)
    const [first = bytes, ...others] = mailboxMessages(bytes)
    const mail = messageOf(await parsed(first, charset, maxSignatures))
    throwIfCancelled(options.signal)
    if (others.length === 0) return mailModel(mail, options)
    const more = others.map((message, at) => ({
      filename: `message ${at + 2}.eml`,
      bytes: message,
      contentType: 'message/rfc822',
    }))
    const warnings = [...mail.warnings, mailboxOf(others.length + 1)]
    return mailModel({ ...mail, attachments: [...mail.attachments, ...more], warnings }, options)
  },
}

/** Its bytes, where lines and headers can be found in them. */
const inBytesOfAscii = ({ bytes, charset }: VettedDocument): Pick<VettedDocument, 'bytes' | 'charset'> =>
  charset === 'utf-16le' || charset === 'utf-16be'
    ? { bytes: mailInUtf8(bytes, charset), charset: 'utf-8' }
    : { bytes, ...present({ charset }) }

/** Of a file on a Mac, beside the file itself and under its name (RFC 1740). */
const finderInformation = 'application/applefile'

/** Signatures around each other: of the sender, of a gateway, of a list. */
const maxSignatures = 4

/** A mail, its texts in the better of their forms. */
type OpenMail = Omit<ParsedMail, 'texts'> & { readonly bodies: readonly MailBody[] }

/** With the bodies and files of what is wrapped into signatures in their places. */
async function parsed(bytes: Uint8Array, charset: string | undefined, signatures: number): Promise<OpenMail> {
  const { texts, ...mail } = await parseMail(bytes, charset)
  const bodies = texts.flatMap(bodiesOf)
  const attachments: MailFile[] = []
  for (const attachment of mail.attachments) {
    if (attachment.mimeType === finderInformation) continue
    const content = signatures > 0 && isCms(attachment) ? signedContent(bytesOf(attachment.content)) : undefined
    const inside = content === undefined ? undefined : await parsed(content, charset, signatures - 1)
    for (const item of inside?.bodies ?? []) bodies.push(item)
    for (const item of inside?.attachments ?? [attachment]) attachments.push(item)
  }
  return { ...mail, bodies, attachments }
}

const bodiesOf = ({ plain, html }: MailText): MailBody[] =>
  html.some((text) => text.trim() !== '')
    ? html.map((text) => ({ type: 'html', text }))
    : plain.map((text) => ({ type: 'text', text }))

/** The bodies and files of a mail that a signature is wrapped around; `undefined`: there is none to be read. */
export async function insideSignature(
  signature: Uint8Array,
): Promise<Pick<MailMessage, 'bodies' | 'attachments' | 'warnings'> | undefined> {
  const content = signedContent(signature)
  return content === undefined ? undefined : withoutTnef(await parsed(content, undefined, maxSignatures - 1))
}

const isCms = ({ mimeType, filename }: MailFile): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/i.test(mimeType) || /\.p7m$/i.test(filename ?? '')

const mailboxOf = (mails: number): Finding => ({
  code: 'mailbox',
  severity: 'info',
  message: `The file is a mailbox of ${mails} mails; the text is that of the first, the others are attachments.`,
})

function messageOf(mail: OpenMail): MailMessage {
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
function withoutTnef(mail: OpenMail): Pick<MailMessage, 'bodies' | 'attachments' | 'warnings'> {
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
    for (const item of inside.bodies) packed.push(item)
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

const nameOf = (address: MailAddress | undefined): string | undefined =>
  address === undefined ? undefined : namesOf(address)[0]

const namesOf = (address: MailAddress): string[] => {
  if (address.group !== undefined) return address.group.flatMap(namesOf)
  const name = mailbox(address.name, address.address)
  return name === undefined ? [] : [name]
}

const bytesOf = (content: MailFile['content']): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const endings: Readonly<Record<string, string>> = {
  'message/rfc822': 'message.eml',
  'text/calendar': 'invitation.ics',
  'text/vcard': 'contact.vcf',
  'application/pdf': 'document.pdf',
}

function fileOf({ filename, mimeType, contentId, content }: MailFile): AttachedFile {
  const id = contentId?.replaceAll(/^\s*<|>\s*$/g, '')
  return {
    filename: filename?.split(/[\\/]/).at(-1)?.trim() || (endings[mimeType] ?? 'attachment'),
    bytes: bytesOf(content),
    contentType: mimeType,
    ...(id === undefined || id === '' ? {} : { contentId: id }),
  }
}
