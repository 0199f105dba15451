import {
  ChanceryError,
  type DocumentGuard,
  type DocumentTemplates,
  type FilledTemplate,
  type FillRequest,
} from '@chancery/core'
import { fillText } from '@chancery/tags'
import { compileTemplate } from './compile/compiled-template.ts'
import { fillOdt } from './fill/fill-odt.ts'
import type { Opening } from './fill/picture.ts'
import { inspectOdt } from './validate/inspect-odt.ts'

export interface OdtTemplatesSettings {
  /** Looks at what values bring in before it is read; absent: no file can be opened. */
  readonly guard?: Pick<DocumentGuard, 'vet'>
}

/** OpenDocument text templates (.odt), in the tag language of Word templates. */
export function createOdtTemplates({ guard }: OdtTemplatesSettings = {}): DocumentTemplates {
  const guarded = (request: FillRequest, signal: AbortSignal): FillRequest & Opening =>
    guard === undefined ? request : { ...request, vet: ({ bytes, ...named }) => guard.vet(bytes, { ...named, signal }) }
  return {
    id: 'odt',
    async fill(template, request, { signal }) {
      signal.throwIfAborted()
      const compiled = compileTemplate(template, request.delimiters)
      return fillOdt(compiled, template.contentType, guarded(request, signal), signal)
    },
    async fillMany(template, requests, { signal }) {
      signal.throwIfAborted()
      const filled: (FilledTemplate | ChanceryError)[] = []
      let compiled: ReturnType<typeof compileTemplate> | undefined
      for (const request of requests) {
        try {
          // All requests of a call have the same delimiters.
          compiled ??= compileTemplate(template, request.delimiters)
          filled.push(await fillOdt(compiled, template.contentType, guarded(request, signal), signal))
        } catch (error) {
          if (signal.aborted || !ChanceryError.is(error)) throw error
          filled.push(error)
        }
      }
      return filled
    },
    async takesRecords(_, { signal }) {
      signal.throwIfAborted()
      return false
    },
    async merge() {
      throw new ChanceryError('unsupported_document', 'OpenDocument texts cannot be merged.', {
        details: { supported: ['docx'], actual: 'odt' },
      })
    },
    fillText: async (text, request) => fillText(text, request),
    async inspect(template, request, { signal }) {
      signal.throwIfAborted()
      return inspectOdt(template, request, signal)
    },
    async induce() {
      throw new ChanceryError('unsupported_document', 'Templates are made from Word documents (.docx).', {
        details: { supported: ['docx'], actual: 'odt' },
      })
    },
  }
}
