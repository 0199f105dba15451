import type { ReaderTable } from './embedded.ts'

/** Readers of what is written as text. Each is loaded at the first document of its type. */
export const textReaders = {
  csv: async () => (await import('./csv/csv-reader.ts')).csvReader,
  tsv: async () => (await import('./csv/csv-reader.ts')).csvReader,
  html: async () => (await import('./html/html-reader.ts')).htmlReader,
  json: async () => (await import('./json/json-reader.ts')).jsonReader,
  markdown: async () => (await import('./markdown/markdown-reader.ts')).markdownReader,
  rtf: async () => (await import('./rtf/rtf-reader.ts')).rtfReader,
  svg: async () => (await import('./svg/svg-reader.ts')).svgReader,
  text: async () => (await import('./text/text-reader.ts')).textReader,
} satisfies ReaderTable
