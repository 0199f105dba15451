import type { DocumentGuard, DocumentTemplates, FillRequest } from '@chancery/core'
import { fillText } from '@chancery/tags'
import { createTemplateCache } from './compile/template-cache.ts'
import { fillMany } from './merge/fill-many.ts'
import { fillSheets } from './merge/fill-sheets.ts'
import { induceDocument } from './induce/induce-document.ts'
import type { Opening } from './rich/open-source.ts'
import { inspectDocument } from './validate/inspect-document.ts'

export interface WordTemplatesSettings {
  /** Bytes of memory for compiled templates; 0 compiles anew each time. Default 64 MB. */
  readonly cacheBytes?: number
  /** Looks at what values bring in before it is read; absent: no file can be opened, and no document put in. */
  readonly guard?: Pick<DocumentGuard, 'vet'>
}

/** Word templates (.docx): parsed by docxtemplater with our own tag language, compiled once, filled by the program. */
export function createWordTemplates({
  cacheBytes = 64 * 1024 * 1024,
  guard,
}: WordTemplatesSettings = {}): DocumentTemplates {
  const cache = createTemplateCache(cacheBytes)
  const guarded = (request: FillRequest, signal: AbortSignal): FillRequest & Opening =>
    guard === undefined ? request : { ...request, vet: ({ bytes, ...named }) => guard.vet(bytes, { ...named, signal }) }
  return {
    id: 'word',
    fill: (template, request, { signal }) => fillSheets(template, guarded(request, signal), cache, signal),
    fillMany: (template, requests, { signal }) => {
      const all = requests.map((request) => guarded(request, signal))
      return fillMany(template, all, cache, signal)
    },
    merge: async (documents, { signal }) =>
      (await import('./merge/merge-documents.ts')).mergeDocuments(documents, signal),
    fillText: async (text, request) => fillText(text, request),
    async inspect(template, request, { signal }) {
      signal.throwIfAborted()
      return inspectDocument(template, request, cache, signal)
    },
    async takesRecords(template, { delimiters, signal }) {
      signal.throwIfAborted()
      const { mergeSteps } = await cache.get(template, delimiters)
      return mergeSteps.some(({ kind }) => kind === 'next')
    },
    induce: induceDocument,
  }
}
