import { ChanceryError, invalidRequest, pointerTo } from '@chancery/core'
import { parseJsonBody } from './json-body.ts'
import type { JsonLimits } from './parse-json.ts'
import type { HttpLimits } from './settings.ts'

const malformed = (message: string, cause?: unknown): ChanceryError =>
  new ChanceryError('malformed_json', message, cause === undefined ? {} : { cause })

/**
 * A `multipart/form-data` body (RFC 7578) as the JSON object that it stands for: the part `request` holds the JSON, each
 * file part is named by its place in it (`document`, `samples.0`, or as a pointer `/samples/0`) and becomes the
 * `content`, `filename` and `contentType` of the document source there.
 * @throws `malformed_json`, `unsafe_input`, `invalid_request`, `payload_too_large`
 */
export async function parseMultipartBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  limits: JsonLimits & Pick<HttpLimits, 'multipartParts'>,
): Promise<Record<string, unknown>> {
  const form = await readForm(bytes, contentType, limits.multipartParts)
  const requests = form.getAll('request')
  if (requests.length > 1) throw malformed('The multipart body has more than one part named `request`.')
  const [request] = requests
  const body =
    request === undefined
      ? {}
      : parseJsonBody(
          typeof request === 'string' ? new TextEncoder().encode(request) : new Uint8Array(await request.arrayBuffer()),
          limits,
        )
  for (const [name, part] of form) {
    if (name === 'request') continue
    const path = pathOf(name)
    if (typeof part === 'string') {
      throw invalidRequest(pointerTo(path), 'not_a_file', 'Only file parts go beside the part `request`.')
    }
    const content = new Uint8Array(await part.arrayBuffer())
    place(body, path, {
      content,
      ...(part.name === '' || part.name === 'blob' ? {} : { filename: part.name }),
      ...(part.type === '' || part.type === 'application/octet-stream' ? {} : { contentType: part.type }),
    })
  }
  return body
}

async function readForm(bytes: Uint8Array<ArrayBuffer>, contentType: string, maxParts: number): Promise<FormData> {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const delimiter = boundary?.[1] ?? boundary?.[2]
  if (delimiter === undefined) throw malformed('The multipart body has no boundary.')
  boundFraming(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), `--${delimiter}`, maxParts)
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch (error) {
    throw malformed('The multipart body could not be taken apart.', error)
  }
}

/** Bytes of the headers of one part, and of what stands before the first and behind the last part. */
const maxFraming = 8192

/** Looked at before the body is taken apart, so that a million empty parts, or headers of megabytes, cost nothing. */
function boundFraming(body: Buffer, mark: string, maxParts: number): void {
  const bound = (limit: number, actual: number, unit: string, what: string): void => {
    if (actual <= limit) return
    throw new ChanceryError('payload_too_large', `${what} more than ${limit} ${unit}.`, {
      details: { limit, actual, unit },
    })
  }
  const first = body.indexOf(mark)
  bound(maxFraming, first === -1 ? body.length : first, 'bytes', 'What stands before the first part has')
  let parts = -1
  for (let at = first; at >= 0; at = body.indexOf(mark, at + 1)) {
    bound(maxParts, ++parts, 'parts', 'The multipart body has')
    const start = at + mark.length
    // The mark may also be text inside a part.
    if (at !== first && !endsLine(body, at - 2)) continue
    if (body[start] === hyphen && body[start + 1] === hyphen) {
      return bound(maxFraming, body.length - start - 2, 'bytes', 'What stands behind the last part has')
    }
    if (!endsLine(body, start) || body.subarray(start, start + maxFraming).includes('\r\n\r\n')) continue
    const end = body.indexOf('\r\n\r\n', start)
    bound(maxFraming, (end === -1 ? body.length : end) - start, 'bytes', 'The headers of a part have')
  }
}

const hyphen = 0x2d

const endsLine = (body: Buffer, at: number): boolean => body[at] === 0x0d && body[at + 1] === 0x0a

const maxSegments = 16
const dangerous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', ''])

function pathOf(name: string): string[] {
  const path = name.startsWith('/') ? name.slice(1).split('/') : name.split('.')
  if (path.length > maxSegments || path.some((segment) => dangerous.has(segment) || segment.length > 64)) {
    throw invalidRequest('', 'part_name', 'A file part is named by its place, such as `document` or `samples.0`.')
  }
  return path
}

type Container = Record<string, unknown> | unknown[]
const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)

/** Puts a file where its path says, making what lies between; an object that is there keeps its other fields. */
function place(body: Record<string, unknown>, path: readonly string[], file: Record<string, unknown>): void {
  let container: Container = body
  for (const [depth, segment] of path.entries()) {
    const pointer = pointerTo(path.slice(0, depth + 1))
    if (Array.isArray(container) && !(/^\d{1,4}$/.test(segment) && Number(segment) <= container.length)) {
      throw invalidRequest(pointer, 'part_place', 'Files of a list are numbered from 0, without a gap and in order.')
    }
    const there: unknown = Object.hasOwn(container, segment)
      ? (container as Record<string, unknown>)[segment]
      : undefined
    const last = depth === path.length - 1
    if (last && isContainer(there) && 'content' in there) {
      throw invalidRequest(pointer, 'part_twice', 'There is a document at this place already.')
    }
    if (there !== undefined && there !== null && !isContainer(there)) {
      throw invalidRequest(pointer, 'part_place', 'A file cannot be put at this place.')
    }
    const next: Container = last
      ? { ...file, ...(isContainer(there) && !Array.isArray(there) ? there : {}) }
      : isContainer(there)
        ? there
        : /^\d+$/.test(path[depth + 1] ?? '')
          ? []
          : {}
    ;(container as Record<string, unknown>)[segment] = next
    container = next
  }
}
