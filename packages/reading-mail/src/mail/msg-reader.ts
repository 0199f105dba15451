import { type CompoundEntry, CompoundFile } from '@chancery/formats/compound-file'
import type { AttachedFile, PackedFile, Reader } from '@chancery/reading/reader'
import { corruptDocument } from '@chancery/reading/reading-errors'
import { bodiesOf } from './mapi-bodies.ts'
import { insideSignature } from './eml-reader.ts'
import { mailbox, type MailMessage } from './mail-message.ts'
import { mailModel } from './mail-model.ts'
import { MessageProperties, messageHeader, namedProperties, nameStorage, propertyStream } from './message-properties.ts'

const partHeader = 8
const recipientTypes = { 1: 'to', 2: 'cc', 3: 'bcc' } as const

/** Outlook's messages (MS-OXMSG), told as the mails that they are. */
export const msgReader: Reader = {
  paged: false,
  async read(document, _request, options) {
    let mail: MailMessage
    try {
      mail = messageOf(new CompoundFile(document.bytes))
    } catch (error) {
      throw error instanceof RangeError ? corruptDocument('The message is damaged.', error) : error
    }
    return mailModel(await unwrapped(mail), options)
  },
}

/** With what its signature is wrapped around, which Outlook keeps as a file of the message. */
async function unwrapped(mail: MailMessage): Promise<MailMessage> {
  const [sealed, ...others] = mail.attachments
  if (sealed?.contentType !== cms || others.length > 0 || !(sealed.bytes instanceof Uint8Array)) return mail
  const inside = await insideSignature(sealed.bytes)
  if (inside === undefined) return mail
  const hasOwn = mail.bodies.some(({ text }) => text.trim() !== '')
  return { ...mail, ...inside, bodies: hasOwn ? mail.bodies : inside.bodies }
}

const cms = 'application/pkcs7-mime'

function messageOf(file: CompoundFile): MailMessage {
  const message = new MessageProperties(file, file.root, messageHeader(file))
  const parts = (prefix: string): MessageProperties[] =>
    file.root.children
      .filter(({ name, isStorage }) => isStorage && name.startsWith(prefix))
      .map((storage) => new MessageProperties(file, storage, partHeader, message.ansiCodePage))
  const recipients: Record<'to' | 'cc' | 'bcc', string[]> = { to: [], cc: [], bcc: [] }
  for (const recipient of parts('__recip_version1.0')) {
    const name = mailbox(recipient.text(0x3001), addressOf(recipient.text(0x39fe, 0x3003)))
    const type = recipientTypes[(recipient.int(0x0c15) ?? 1) as 1 | 2 | 3] ?? 'to'
    if (name !== undefined) recipients[type].push(name)
  }
  const isSealed = /\bSMIME$/i.test(message.text(0x001a) ?? '')
  return {
    from:
      mailbox(message.text(0x0c1a, 0x0042), addressOf(message.text(0x5d01, 0x5d02, 0x0c1f, 0x0065))) ??
      mailbox(message.text(0x0042), undefined),
    ...recipients,
    subject: message.text(0x0037),
    date: message.time(0x0039, 0x0e06),
    messageId: message.text(0x1035),
    inReplyTo: message.text(0x1042),
    bodies: bodiesOf(message),
    attachments: parts('__attach_version1.0').flatMap((part) => attachmentOf(file, part, isSealed)),
    details: detailsOf(file, message),
    warnings: [],
  }
}

/** Outlook keeps addresses of its own kind where there is none of the internet. */
const addressOf = (address: string | undefined): string | undefined =>
  address?.includes('@') === true ? address : undefined

function attachmentOf(file: CompoundFile, part: MessageProperties, isSealed: boolean): (AttachedFile | PackedFile)[] {
  const contentId = part.text(0x3712)
  const traits = contentId === undefined ? {} : { contentId }
  const embedded = part.storage(0x3701)
  if (embedded !== undefined) {
    const isMessage = embedded.children.some(({ name }) => name === propertyStream)
    const name = part.text(0x3001, 0x3707, 0x3704) ?? (isMessage ? 'message' : 'object')
    const bytes = packed(file, embedded, isMessage ? nameStorage(file) : undefined)
    return isMessage
      ? [{ filename: named(name, '.msg'), bytes, contentType: 'application/vnd.ms-outlook', ...traits }]
      : [{ filename: name, bytes, contentType: 'application/x-ole-storage', ...traits }]
  }
  const bytes = part.binary(0x3701)
  if (bytes === undefined) return []
  const contentType = isSealed ? cms : part.text(0x370e)
  return [
    {
      filename: (part.text(0x3707, 0x3704, 0x3001) ?? 'attachment').split(/[\\/]/).at(-1) ?? 'attachment',
      bytes,
      ...(contentType === undefined ? {} : { contentType }),
      ...traits,
    },
  ]
}

const named = (name: string, ending: string): string => (name.toLowerCase().endsWith(ending) ? name : name + ending)

/** A message inside a message, or an object, as a file of its own; a message keeps the names of its properties. */
const packed = (file: CompoundFile, storage: CompoundEntry, names?: CompoundEntry): PackedFile['bytes'] => ({
  length: Math.min(bytesIn(storage), file.length),
  unpacked: () => file.rootedAt(storage, names),
})

const bytesIn = ({ isStorage, size, children }: CompoundEntry): number =>
  isStorage ? children.reduce((sum, child) => sum + bytesIn(child), 0) : size

/** Of appointments and contacts: label and properties (MS-OXPROPS), by number in their set where they are named. */
const labelled: readonly (readonly [label: string, kind: 'text' | 'time', id: number, isNamed?: boolean])[] = [
  ['Start', 'time', 0x820d, true],
  ['End', 'time', 0x820e, true],
  ['Location', 'text', 0x8208, true],
  ['Organization', 'text', 0x3a16],
  ['Title', 'text', 0x3a17],
  ['Phone (work)', 'text', 0x3a08],
  ['Phone (home)', 'text', 0x3a09],
  ['Phone (mobile)', 'text', 0x3a1c],
  ['E-mail', 'text', 0x8083, true],
  ['Address', 'text', 0x3a15],
]

function detailsOf(file: CompoundFile, message: MessageProperties): (readonly [string, string])[] {
  if (!/^IPM\.(?:Appointment|Schedule|Contact|Task)/i.test(message.text(0x001a) ?? '')) return []
  const names = namedProperties(file)
  const name = message.text(0x3001)
  const details = labelled.flatMap(([label, kind, id, isNamed]) => {
    const property = isNamed === true ? (names.get(id) ?? 0) : id
    const value = kind === 'time' ? message.time(property) : message.text(property)
    return value === undefined ? [] : [[label, value.replaceAll(/\s+/g, ' ')] as const]
  })
  return name === undefined ? details : [['Name', name] as const, ...details]
}
