import { type CompoundEntry, CompoundFile } from '@chancery/formats/compound-file'
import { utf16Text } from '@chancery/formats/text'
import type { MailFile } from './mail-files.ts'

/** Names of an attachment in Outlook's messages: long, short and shown (MS-OXPROPS), and its bytes. */
const nameStream = /^__substg1\.0_(?:3707|3704|3001)001([EF])$/i
const dataStream = /^__substg1\.0_37010102$/i

/** The files of a message as Outlook keeps it (MS-OXMSG), also of those in it. @throws `document_corrupt` */
export function* filesOfMessage(bytes: Uint8Array): Generator<MailFile> {
  const file = new CompoundFile(bytes)
  yield* filesIn(file, file.root)
}

function* filesIn(file: CompoundFile, storage: CompoundEntry): Generator<MailFile> {
  const data = storage.children.find(({ name }) => dataStream.test(name))
  for (const child of storage.children) {
    if (child.isStorage) yield* filesIn(file, child)
    const kind = nameStream.exec(child.name)?.[1]
    if (kind === undefined) continue
    const bytes = file.read(child, 2048)
    const name = kind.toUpperCase() === 'F' ? utf16Text(bytes) : Buffer.from(bytes).toString('latin1')
    yield {
      name,
      isMail: false,
      content: (most) => (data === undefined || data.size > most ? undefined : file.read(data)),
    }
  }
}
