import { ChanceryError, throwIfCancelled } from '@chancery/core'
import { addHtml } from '@chancery/reading/html/html-reader'
import { headingOutline } from '@chancery/reading/model/heading-outline'
import { ModelBuilder } from '@chancery/reading/model/model-builder'
import type { ReadDocument, ReadingOptions } from '@chancery/reading/reader'
import { broughtPictures } from '@chancery/reading/pictures'
import { addRtf } from '@chancery/reading/rtf/rtf-reader'
import type { MailMessage } from './mail-message.ts'
import { OlderMessages } from './older-message.ts'
import { addMailText } from './quoted-text.ts'

/** Types of attachments that hold the whole mail, encrypted. */
const encryptedTypes = /^application\/(?:pgp-encrypted|(?:x-)?pkcs7-mime)$/i

/**
 * The model of a mail: its headers as lines and as metadata, its body, its attachments.
 * @throws `document_encrypted` where nothing but an encrypted body is there
 */
export async function mailModel(
  mail: MailMessage,
  { limits, attach, signal, pictures }: ReadingOptions,
): Promise<ReadDocument> {
  const builder = new ModelBuilder(limits)
  const isEncrypted =
    mail.attachments.some(({ contentType }) => encryptedTypes.test(contentType ?? '')) ||
    mail.bodies.some(({ text }) => text.trimStart().startsWith('-----BEGIN PGP MESSAGE-----'))
  const isReadable = mail.bodies.some(({ text }) => isWords(text)) || mail.details.length > 0
  if (isEncrypted && !isReadable) {
    throw new ChanceryError('document_encrypted', 'The mail is encrypted; mails cannot be decrypted here.')
  }
  for (const [label, value] of headersOf(mail))
    builder.block('paragraph', `${label}: ${value}`, { style: 'mail header' })
  for (const [label, value] of mail.details) builder.block('paragraph', `${label}: ${value}`, { style: 'mail details' })
  const pictureAt = broughtPictures(pictures, namedParts(mail.attachments))
  for (const body of mail.bodies) {
    if (body.type === 'html') addHtml(body.text, builder, limits.elements, pictureAt, new OlderMessages(builder))
    else if (body.type === 'rtf') addRtf(Buffer.from(body.text, 'latin1'), 'accept', builder, pictures)
    else addMailText(builder, body.text.replaceAll(/\r\n?/g, '\n'))
    throwIfCancelled(signal)
  }
  addMetadata(mail, builder)
  for (const item of mail.warnings) builder.warnings.push(item)
  if (isEncrypted) builder.warnings.push(encryptedPart)
  await attachAll(mail.attachments, builder, attach)
  const made = builder.build()
  return { ...made, outline: headingOutline(made) }
}

/** Whether a body says anything in the clear. */
const isWords = (text: string): boolean =>
  text.trim() !== '' && !text.trimStart().startsWith('-----BEGIN PGP MESSAGE-----')

function headersOf({ from, to, cc, subject, date }: MailMessage): (readonly [string, string])[] {
  const headers = [
    ['From', from],
    ['To', to.join(', ')],
    ['Cc', cc.join(', ')],
    ['Date', date],
    ['Subject', subject],
  ] as const
  return headers.flatMap(([label, value]) => {
    const line = value?.replaceAll(/\s+/g, ' ').trim() ?? ''
    return line === '' ? [] : [[label, line] as const]
  })
}

function addMetadata(mail: MailMessage, builder: ModelBuilder): void {
  // The title of an HTML body says nothing.
  delete builder.metadata['title']
  builder.metadatum('subject', mail.subject)
  builder.metadatum('from', mail.from)
  builder.metadatum('replyTo', mail.replyTo)
  builder.metadatum('to', mail.to.join(', '))
  builder.metadatum('cc', mail.cc.join(', '))
  builder.metadatum('bcc', mail.bcc.join(', '))
  builder.metadatum('date', mail.date)
  builder.metadatum('messageId', mail.messageId)
  builder.metadatum('inReplyTo', mail.inReplyTo)
}

/** By the names that the HTML of the mail has for them. */
const namedParts = (files: MailMessage['attachments']): ReadonlyMap<string, Uint8Array> =>
  new Map(
    files.flatMap(({ contentId, bytes }) =>
      contentId === undefined || !(bytes instanceof Uint8Array)
        ? []
        : [[contentId.replace(/^<|>$/g, ''), bytes] as const],
    ),
  )

async function attachAll(
  files: MailMessage['attachments'],
  builder: ModelBuilder,
  attach: ReadingOptions['attach'],
): Promise<void> {
  for (const file of files) {
    builder.attachments.push(await attach(file))
  }
}

const encryptedPart = {
  code: 'encrypted_part',
  severity: 'warning',
  message: 'A part of the mail is encrypted and was not read.',
} as const
