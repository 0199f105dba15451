/** The document types that are told apart by their bytes, and their media types (IANA). */
export const contentTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  html: 'text/html',
  eml: 'message/rfc822',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  markdown: 'text/markdown',
  json: 'application/json',
  vcard: 'text/vcard',
  xml: 'application/xml',
  text: 'text/plain',
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  svg: 'image/svg+xml',
  zip: 'application/zip',
  unknown: 'application/octet-stream',
} as const

/** `unknown`: bytes that fit none of the others. */
export type DocumentType = keyof typeof contentTypes

/** The usual file name ending of each type, without the dot. */
export const extensionOf = (type: DocumentType): string =>
  ({ markdown: 'md', text: 'txt', vcard: 'vcf', jpeg: 'jpg', unknown: 'bin' })[type as string] ?? type
