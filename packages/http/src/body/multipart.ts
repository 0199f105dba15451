import { ChanceryError, invalidRequest, pointerTo } from '@chancery/core'
import { formParts } from './form-parts.ts'
import { parseJsonBody } from './json-body.ts'
import type { JsonLimits } from './parse-json.ts'
import type { HttpLimits } from '../settings.ts'

const malformed = (message: string): ChanceryError => new ChanceryError('malformed_json', message)

/**
 * A `multipart/form-data` body (RFC 7578) as the JSON object that it stands for: the part `request` holds the JSON, each
 * file part is named by its place in it (`document`, `samples.0`, or as a pointer `/samples/0`) and becomes the
 * `content`, `filename` and `contentType` of the document source there.
 * @throws `malformed_json`, `unsafe_input`, `invalid_request`, `payload_too_large`
 */
export function parseMultipartBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  limits: JsonLimits & Pick<HttpLimits, 'multipartParts'>,
): Record<string, unknown> {
  const parts = formParts(bytes, boundaryOf(contentType), limits.multipartParts)
  const requests = parts.filter(({ name }) => name === 'request')
  if (requests.length > 1) throw malformed('The multipart body has more than one part named `request`.')
  const [request] = requests
  const body = request === undefined ? {} : parseJsonBody(request.content, limits, 'The part `request`')
  for (const { name, filename, contentType: type = '', content } of parts) {
    if (name === 'request') continue
    const path = pathOf(name)
    if (filename === undefined) {
      throw invalidRequest(pointerTo(path), 'not_a_file', 'Only file parts go beside the part `request`.')
    }
    place(body, path, {
      content,
      ...(filename === '' || filename === 'blob' ? {} : { filename }),
      ...(type === '' || type === 'application/octet-stream' ? {} : { contentType: type }),
    })
  }
  return body
}

function boundaryOf(contentType: string): string {
  const [boundary, another] = contentType.matchAll(/;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/gi)
  if (another !== undefined) throw malformed('The multipart body has two boundaries.')
  const delimiter = boundary?.[1] ?? boundary?.[2]
  if (delimiter === undefined) throw malformed('The multipart body has no boundary.')
  return delimiter
}

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
