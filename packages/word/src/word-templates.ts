import type { DocumentTemplates } from '@chancery/core'
import { fillText } from '@chancery/tags'
import { createTemplateCache } from './compile/template-cache.ts'
import { fillDocument } from './fill/fill-document.ts'
import { fillMany } from './fill/fill-many.ts'
import { induceDocument } from './induce/induce-document.ts'
import { inspectDocument } from './validate/inspect-document.ts'

export interface WordTemplatesSettings {
  /** Bytes of memory for compiled templates; 0 compiles anew each time. Default 64 MB. */
  readonly cacheBytes?: number
}

/** Word templates (.docx): parsed by docxtemplater with our own tag language, compiled once, filled by the program. */
export function createWordTemplates({ cacheBytes = 64 * 1024 * 1024 }: WordTemplatesSettings = {}): DocumentTemplates {
  const cache = createTemplateCache(cacheBytes)
  return {
    id: 'word',
    fill: (template, request, { signal }) => fillDocument(template, request, cache, signal),
    fillMany: (template, requests, { signal }) => fillMany(template, requests, cache, signal),
    merge: async (documents, { signal }) =>
      (await import('./merge/merge-documents.ts')).mergeDocuments(documents, signal),
    fillText: async (text, request) => fillText(text, request),
    async inspect(template, request, { signal }) {
      signal.throwIfAborted()
      return inspectDocument(template, request, cache, signal)
    },
    induce: induceDocument,
  }
}
