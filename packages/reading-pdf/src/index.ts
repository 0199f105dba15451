import type { ReaderTable } from '@chancery/reading'

/** The reader of PDF, loaded at the first one. */
export const pdfReaders = {
  pdf: async () => (await import('./pdf-reader.ts')).pdfReader,
} satisfies ReaderTable
