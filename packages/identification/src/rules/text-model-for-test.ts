import type { DocumentModel } from '@chancery/core'

/** Text as a model, for tests. */
export const textModel = (text: string): DocumentModel => ({
  text,
  pages: [{ number: 1, span: { start: 0, end: text.length } }],
  blocks: [],
  tables: [],
  keyValues: [],
  formFields: [],
  images: [],
  metadata: {},
  language: null,
  contentType: 'text/plain',
  extractor: 'none',
  warnings: [],
})
