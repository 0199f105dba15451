import { ChanceryError } from '@chancery/core'
import type { Answer } from './answer.ts'
import type { Acceptance } from './negotiation.ts'
import { type DocumentPart, headersOfPart, statusOfPart } from './range-header.ts'

interface Produced {
  readonly filename: string
  readonly contentType: string
  readonly content: string
  /** Of one that was not made for the answer. */
  readonly stored?: { readonly version: string }
}

const isProduced = (value: unknown): value is Produced =>
  typeof value === 'object' &&
  value !== null &&
  ['filename', 'contentType', 'content'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string')

/** The documents whose bytes an answer carries: at `document`, `template`, `bundle`, `documents[].document` or `figures[].document`. */
function producedIn(data: unknown): Produced[] {
  if (typeof data !== 'object' || data === null) return []
  const { document, template, bundle, documents, figures } = data as Record<string, unknown>
  const several = [documents, figures]
    .filter((list) => Array.isArray(list))
    .flatMap((list: readonly unknown[]) => list.map((entry) => (entry as { document?: unknown })?.document))
  return [document, template, bundle, ...several].filter(isProduced)
}

/**
 * The one produced document of an answer as bytes, where they are wanted; `undefined` where the answer stays JSON.
 * @throws `not_acceptable` where bytes alone are accepted, and there is not exactly one document of that type
 */
export function bytesAnswer(data: unknown, acceptance: Acceptance): Answer | undefined {
  const produced = producedIn(data)
  const [document] = produced
  if (document !== undefined && produced.length === 1 && acceptance.wantsBytes(document.contentType)) {
    const part = partIn(data, document)
    return {
      status: statusOfPart(part),
      headers: { ...documentHeaders(document, acceptance), ...headersOfPart(part), ...failedHeader(data) },
      body: Buffer.from(document.content, 'base64'),
    }
  }
  if (acceptance.json) return undefined
  throw new ChanceryError(
    'not_acceptable',
    produced.length > 1
      ? 'There are several documents, and only one can be answered as bytes.'
      : 'There is no document of an accepted type.',
    { details: { supported: ['application/json', ...new Set(produced.length === 1 ? [document?.contentType] : [])] } },
  )
}

/** Which bytes of which version they are, where the answer says so. */
const partIn = (data: unknown, { stored }: Produced): DocumentPart => ({
  version: stored?.version,
  range: (data as { readonly range?: DocumentPart['range'] }).range,
})

/** The headers of an answer that is a document. */
export const documentHeaders = (
  { filename, contentType }: Pick<Produced, 'filename' | 'contentType'>,
  acceptance: Acceptance,
): Record<string, string> => ({
  'content-type': acceptance.nameFor(contentType),
  'content-disposition': contentDisposition(filename),
  'cache-control': 'no-store',
})

/** How many items of the call came to nothing: bytes have no other place to say it. */
function failedHeader(data: unknown): Record<string, string> {
  const { documents } = data as { readonly documents?: unknown }
  const failed = Array.isArray(documents)
    ? documents.filter((entry: { error?: unknown }) => entry?.error !== undefined)
    : []
  return failed.length === 0 ? {} : { 'x-failed-items': String(failed.length) }
}

/** RFC 6266, with the name in ASCII for old readers and in UTF-8 (RFC 8187) for all others. */
function contentDisposition(filename: string): string {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const utf8 = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}
