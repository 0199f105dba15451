import type { ReaderTable } from '@chancery/reading'

/** Readers of office documents. Each is loaded at the first document of its type. */
export const officeReaders = {
  doc: async () => (await import('./legacy/doc-reader.ts')).docReader,
  docx: async () => (await import('./docx/docx-reader.ts')).docxReader,
  odp: async () => (await import('./opendocument/odp-reader.ts')).odpReader,
  ods: async () => (await import('./opendocument/ods-reader.ts')).odsReader,
  odt: async () => (await import('./opendocument/odt-reader.ts')).odtReader,
  ppt: async () => (await import('./legacy/ppt-reader.ts')).pptReader,
  pptx: async () => (await import('./presentation/pptx-reader.ts')).pptxReader,
  xls: async () => (await import('./legacy/xls-reader.ts')).xlsReader,
  xlsx: async () => (await import('./spreadsheet/xlsx-reader.ts')).xlsxReader,
} satisfies ReaderTable
