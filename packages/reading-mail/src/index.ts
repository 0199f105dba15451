import type { ReaderTable } from '@chancery/reading'

/** Readers of mails and business cards. Each is loaded at the first document of its type. */
export const mailReaders = {
  eml: async () => (await import('./mail/eml-reader.ts')).emlReader,
  msg: async () => (await import('./mail/msg-reader.ts')).msgReader,
  vcard: async () => (await import('./vcard/vcard-reader.ts')).vcardReader,
} satisfies ReaderTable
