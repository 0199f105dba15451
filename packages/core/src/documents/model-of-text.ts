import type { DocumentModel } from '../model/document-model.ts'

/** Plain text as a model: one paragraph a line, nothing guessed. */
export function modelOfText(text: string): DocumentModel {
  const blocks: DocumentModel['blocks'][number][] = []
  let start = 0
  while (start <= text.length) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    if (end > start) blocks.push({ type: 'paragraph', layer: 'body', span: { start, end } })
    if (newline === -1) break
    start = end + 1
  }
  return {
    text,
    pages: [{ number: 1, span: { start: 0, end: text.length } }],
    blocks,
    tables: [],
    keyValues: [],
    formFields: [],
    images: [],
    runs: [],
    notes: [],
    formulas: [],
    links: [],
    outline: [],
    revisions: [],
    attachments: [],
    entities: [],
    metadata: {},
    language: null,
    languages: [],
    contentType: 'text/plain',
    extractor: 'none',
    warnings: [],
  }
}
