import type { Operation } from '@chancery/core'

/** The header as the field `range` of a request. */
type RangeField = { readonly start: number; readonly end?: number } | { readonly last: number }

const oneRange = /^bytes=\s*(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))\s*$/i

/**
 * Reads `Range` (RFC 9110, section 14.2). `undefined` where it is not one range of bytes: such a header is not regarded, as in
 * other services.
 */
export function rangeOfHeader(header: string): RangeField | undefined {
  const [, first, final, suffix] = oneRange.exec(header) ?? []
  if (suffix !== undefined) return Number(suffix) === 0 ? undefined : { last: Number(suffix) }
  if (first === undefined) return undefined
  const start = Number(first)
  if (final === undefined) return { start }
  return Number(final) < start ? undefined : { start, end: Number(final) + 1 }
}

/**
 * The input with the range that the headers name, for operations that take one. What the input says itself counts, and so does
 * an address in the place of bytes. With `If-Range` the whole document is answered, which is always right.
 */
export function withHeaderRange(
  input: Record<string, unknown>,
  { stream }: Pick<Operation, 'stream'>,
  headers: Headers,
): Record<string, unknown> {
  const header = headers.get('range')
  if (stream?.takesRanges !== true || header === null || headers.has('if-range')) return input
  if ('range' in input || 'output' in input) return input
  const range = rangeOfHeader(header)
  return range === undefined ? input : { ...input, range }
}

/** What the status and the headers of an answer say of a document of the store, and of which bytes these are. */
export interface DocumentPart {
  readonly byteLength?: number | undefined
  readonly version?: string | undefined
  readonly range?: { readonly start: number; readonly end: number; readonly size: number } | undefined
}

export const statusOfPart = ({ range }: DocumentPart): 200 | 206 => (range === undefined ? 200 : 206)

/** As Amazon S3 and others say it, so that what reads a document in pieces from them does so from us. */
export function headersOfPart({ byteLength, version, range }: DocumentPart): Record<string, string> {
  return {
    ...(byteLength === undefined ? {} : { 'content-length': String(byteLength) }),
    ...(version === undefined ? {} : { 'accept-ranges': 'bytes', ...etagOf(version) }),
    ...(range === undefined ? {} : { 'content-range': `bytes ${range.start}-${range.end - 1}/${range.size}` }),
  }
}

/** A version that cannot stand in the header (RFC 9110, section 8.8.3) is left out. */
const etagOf = (version: string): Record<string, string> =>
  /^[\x21\x23-\x7e]+$/.test(version) ? { etag: `"${version}"` } : {}
