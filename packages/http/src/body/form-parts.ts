import { ChanceryError } from '@chancery/core'

/** One part of a form. */
export interface FormPart {
  readonly name: string
  /** Absent: the part is a text, no file. */
  readonly filename?: string
  /** As it is declared. */
  readonly contentType?: string
  /** A view into the body. */
  readonly content: Uint8Array<ArrayBuffer>
}

/** Bytes of the headers of one part, and of what stands before the first and behind the last part. */
const maxFraming = 8192

const malformed = (message: string): ChanceryError => new ChanceryError('malformed_json', message)

function bound(limit: number, actual: number, unit: string, what: string): void {
  if (actual <= limit) return
  throw new ChanceryError('payload_too_large', `${what} more than ${limit} ${unit}.`, {
    details: { limit, actual, unit },
  })
}

/**
 * The parts of a `multipart/form-data` body (RFC 7578), as views: nothing is copied. A part ends where a line begins with the
 * boundary and holds nothing else (RFC 2046, section 5.1.1), so a boundary may be as short as it wants, and stand inside a
 * file. Looks at each byte once; a million empty parts, or headers of megabytes, are refused where they begin.
 * @throws `malformed_json`, `payload_too_large`
 */
export function formParts(bytes: Uint8Array<ArrayBuffer>, boundary: string, maxParts: number): readonly FormPart[] {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mark = `--${boundary}`
  const parts: FormPart[] = []
  let line = firstDelimiter(body, mark)
  bound(maxFraming, line?.at ?? body.length, 'bytes', 'What stands before the first part has')
  if (line === undefined) throw malformed('The multipart body has no part.')
  while (!line.isLast) {
    bound(maxParts, parts.length + 1, 'parts', 'The multipart body has')
    const start = contentStart(body, line.end)
    const next = nextDelimiter(body, mark, start)
    if (next === undefined) throw malformed('The multipart body is cut off: its last boundary is missing.')
    parts.push(partOf(body.toString('utf8', line.end, start), bytes.subarray(start, next.at)))
    line = next
  }
  bound(maxFraming, body.length - line.end, 'bytes', 'What stands behind the last part has')
  return parts
}

/** A line that parts. */
interface Delimiter {
  /** Where its mark begins, or the line break before it, which is its own. */
  readonly at: number
  /** Behind its line break. */
  readonly end: number
  readonly isLast: boolean
}

const [hyphen, carriageReturn, lineFeed, space, tab] = [0x2d, 0x0d, 0x0a, 0x20, 0x09]

const breaksLine = (body: Buffer, at: number): boolean => body[at] === carriageReturn && body[at + 1] === lineFeed

/** What stands behind a mark, where that makes it a delimiter: nothing, or the two hyphens of the last one. */
function lineEnd(body: Buffer, start: number): Omit<Delimiter, 'at'> | undefined {
  if (body[start] === hyphen && body[start + 1] === hyphen) return { end: start + 2, isLast: true }
  let end = start
  while (body[end] === space || body[end] === tab) end++
  return breaksLine(body, end) ? { end: end + 2, isLast: false } : undefined
}

/** At the start of a line; or, as some senders have it, right behind what stands before the first part. */
function firstDelimiter(body: Buffer, mark: string): Delimiter | undefined {
  const behind = (at: number): Delimiter | undefined => {
    const found = at === -1 ? undefined : lineEnd(body, at + mark.length)
    return found && { at, ...found }
  }
  return behind(body.indexOf(mark) === 0 ? 0 : -1) ?? nextDelimiter(body, mark, 0) ?? behind(body.indexOf(mark))
}

function nextDelimiter(body: Buffer, mark: string, from: number): Delimiter | undefined {
  const inLine = `\r\n${mark}`
  for (let at = body.indexOf(inLine, from); at !== -1; at = body.indexOf(inLine, at + 2)) {
    const found = lineEnd(body, at + inLine.length)
    if (found !== undefined) return { at, ...found }
  }
  return undefined
}

/** Behind the empty line that ends the headers of a part. @throws where there is none, or not soon enough */
function contentStart(body: Buffer, start: number): number {
  if (breaksLine(body, start)) return start + 2
  const end = body.subarray(start, start + maxFraming + 4).indexOf('\r\n\r\n')
  if (end !== -1) return start + end + 4
  bound(maxFraming, body.length - start, 'bytes', 'The headers of a part have')
  throw malformed('The multipart body is cut off within the headers of a part.')
}

function partOf(head: string, whole: Uint8Array<ArrayBuffer>): FormPart {
  const headers = headersIn(head)
  const disposition = headers.get('content-disposition') ?? ''
  const name = parameter(disposition, 'name')
  if (!/^form-data\s*(?:;|$)/i.test(disposition) || name === undefined) {
    throw malformed('A part of the multipart body has no `Content-Disposition: form-data` with a name.')
  }
  const filename = extendedParameter(disposition, 'filename') ?? parameter(disposition, 'filename')
  const contentType = headers.get('content-type')
  const coding = headers.get('content-transfer-encoding')?.toLowerCase()
  return {
    name,
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    content: decoded(whole, coding),
  }
}

/** What a part holds: forms need no coding (RFC 7578, section 4.7), and some senders use one. @throws where it would not be what was sent */
function decoded(whole: Uint8Array<ArrayBuffer>, coding: string | undefined): Uint8Array<ArrayBuffer> {
  if (coding === undefined || ['7bit', '8bit', 'binary'].includes(coding)) return whole
  if (coding !== 'base64')
    throw malformed('The `Content-Transfer-Encoding` of a part is not known here; send its bytes as they are.')
  const text = Buffer.from(whole).toString('latin1').replaceAll(/\s+/g, '')
  const signs = text.endsWith('==') ? text.length - 2 : text.endsWith('=') ? text.length - 1 : text.length
  const bytes = Buffer.from(text, 'base64')
  // The decoder passes over what is none, and stops at the end that a sign means.
  if (signs % 4 === 1 || bytes.length !== Math.floor((signs * 3) / 4))
    throw malformed('A part of the multipart body says that it is base64, and is not.')
  return new Uint8Array(bytes)
}

function headersIn(text: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    // Another reader could take the other one.
    if (headers.has(name) && name.startsWith('content-'))
      throw malformed(`A part of the multipart body has two \`${name}\` headers.`)
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

/** As browsers write them: quotes and line breaks of a name are percent-encoded (RFC 7578, section 4.2), or escaped by `\`. */
function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(String.raw`;\s*${name}\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))`, 'i').exec(header)
  const value = found?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? found?.[2]
  return value?.replaceAll(/%(?:22|0D|0A)/gi, (code) => decodeURIComponent(code))
}

/** `filename*=UTF-8''…` (RFC 8187), which is not meant for forms, and sent all the same. */
function extendedParameter(header: string, name: string): string | undefined {
  const found = new RegExp(String.raw`;\s*${name}\*\s*=\s*UTF-8'[^']*'([^\s;]+)`, 'i').exec(header)
  try {
    return found?.[1] === undefined ? undefined : decodeURIComponent(found[1])
  } catch {
    return undefined
  }
}
