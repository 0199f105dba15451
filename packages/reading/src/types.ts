import type { DocumentType } from '@chancery/core'

/** The types that the embedded extractor reads. Known here without loading any reader. */
export const embeddedTypes = [
  'docx',
  'pdf',
  'csv',
  'tsv',
  'html',
  'markdown',
  'rtf',
  'doc',
  'xls',
  'ppt',
  'eml',
  'msg',
  'vcard',
  'text',
  'xlsx',
  'pptx',
  'ods',
  'odp',
  'odt',
  'json',
  'png',
  'jpeg',
  'gif',
  'webp',
  'tiff',
  'bmp',
  'svg',
] as const satisfies readonly DocumentType[]

export type EmbeddedType = (typeof embeddedTypes)[number]
