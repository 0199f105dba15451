import { ChanceryError, contentTypes } from '@chancery/core'
import { requestHeader } from '../body/raw-body.ts'

/** `raw`: the body is a document, and the JSON a header. */
export type BodyKind = 'json' | 'multipart' | 'raw'

const unsupported = (message: string): ChanceryError =>
  new ChanceryError('unsupported_media_type', message, {
    details: { supported: ['application/json', 'multipart/form-data'] },
  })

const howRaw = `Where the body is to be the document itself, the header \`${requestHeader}\` has the request as JSON.`

/** How the body is written. @param takesRaw whether it may be a document itself @throws `unsupported_media_type` */
export function bodyKindOf(headers: Headers, takesRaw: boolean): BodyKind {
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') {
    throw unsupported('The body must not be compressed.')
  }
  if (headers.has(requestHeader)) {
    if (takesRaw) return 'raw'
    throw unsupported(`No document can be the body of this call: \`${requestHeader}\` means nothing here.`)
  }
  const [type = '', ...parameters] = (headers.get('content-type') ?? '').split(';').map((part) => part.trim())
  const mediaType = type.toLowerCase()
  if (mediaType === 'multipart/form-data') return 'multipart'
  if (mediaType !== 'application/json') {
    const fault = type === '' ? 'The request has no `Content-Type`.' : 'This `Content-Type` is not supported.'
    throw unsupported(takesRaw ? `${fault} ${howRaw}` : fault)
  }
  for (const parameter of parameters) {
    const [name, value = ''] = parameter.split('=')
    if (name?.trim().toLowerCase() === 'charset' && !/^"?utf-?8"?$/i.test(value.trim())) {
      throw unsupported('JSON is UTF-8; no other charset is supported.')
    }
  }
  return 'json'
}

interface Range {
  readonly type: string
  readonly quality: number
}

/** What a caller accepts. */
export interface Acceptance {
  readonly json: boolean
  /** Whether the bytes of a document of this type are wanted rather than JSON. */
  wantsBytes(contentType: string): boolean
  /** The type to name in the answer: the document's own, unless only opaque bytes are accepted. */
  nameFor(contentType: string): string
}

const knownDocumentTypes: ReadonlySet<string> = new Set(Object.values(contentTypes))
const octets = 'application/octet-stream'

/** A type as it can stand in a header: parameters may hold any text. */
const inHeader = (contentType: string): string =>
  /^[\x20-\x7e]*$/.test(contentType) ? contentType : essence(contentType)

/** A document's type without its parameters. */
const essence = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase()

/**
 * Reads `Accept` (RFC 9110, section 12.5.1). JSON is the rule; bytes go out only where the document's own type or
 * `application/octet-stream` is named, and is not less wanted than JSON.
 * @throws `not_acceptable` where neither JSON nor any type of document is accepted
 */
export function acceptanceOf(header: string | null): Acceptance {
  const ranges = (header ?? '*/*')
    .slice(0, 4096)
    .split(',')
    .map(rangeOf)
    .filter((range) => range.type !== '')
  if (ranges.length === 0) ranges.push({ type: '*/*', quality: 1 })
  const named = (type: string): number | undefined => ranges.find((range) => range.type === type)?.quality
  const json = named('application/json') ?? named('application/*') ?? named('*/*') ?? 0
  const jsonIsNamed = named('application/json') !== undefined
  const bytesQuality = (contentType: string): number => named(essence(contentType)) ?? named(octets) ?? 0
  const someDocument = ranges.some((range) => range.quality > 0 && knownDocumentTypes.has(range.type))
  if (json === 0 && !someDocument) {
    throw new ChanceryError('not_acceptable', 'The `Accept` header allows none of the types that are answered.', {
      details: { supported: ['application/json'] },
    })
  }
  return {
    json: json > 0,
    wantsBytes(contentType) {
      const quality = bytesQuality(contentType)
      // Of two wanted alike, the more precise wins: a named document type over a wildcard, JSON by name over all.
      return quality > 0 && (quality > json || (quality === json && !jsonIsNamed))
    },
    nameFor: (contentType) => ((named(essence(contentType)) ?? 0) > 0 ? inHeader(contentType) : octets),
  }
}

function rangeOf(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const written = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const quality = written === undefined ? 1 : Number(written)
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}
