/** Shorter ones are as quickly decoded from the parsed text. */
const leastBytes = 64 * 1024
/** Decoded at once; a multiple of four. */
const windowBytes = 64 * 1024

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d]

const isDigit = new Uint8Array(256)
for (const digit of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') isDigit[digit.charCodeAt(0)] = 1

/** JSON without its long documents, and what puts them back into what was parsed of it. */
export interface LiftedJson {
  readonly json: Uint8Array
  putBack(parsed: Record<string, unknown>): void
  /** Of the text that `json` is: how many characters the documents between two places of it were longer than what stands there. */
  takenBetween(text: string, from: number, to: number): number
}

interface Lifted {
  readonly field: string
  readonly content: Uint8Array<ArrayBuffer>
  /** Where its mark is in what is left, in bytes. */
  readonly at: number
  readonly taken: number
}

/** What stands in the place of a document meanwhile; keys that come twice are refused, so nothing else is there. */
const mark = Buffer.from('lifted')

/**
 * Takes long documents, `{"document": {"content": "<base64>"}}`, out of a JSON text before that is made a string of: they are
 * decoded where they stand, so that a document of 100 MB is there once, and not as text, as a part of it, and as bytes.
 * What is no plain base64 stays, and is looked at like all else. The body is written to.
 * @param fields names of the outermost object under which documents stand
 */
export function liftBase64(bytes: Uint8Array<ArrayBuffer>, fields: readonly string[]): LiftedJson {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nothing = { json: bytes, putBack: () => undefined, takenBetween: () => 0 }
  if (bytes.length < leastBytes || fields.length === 0) return nothing
  const found = longContents(body, fields)
  if (found.length === 0) return nothing
  const pieces: Uint8Array[] = []
  const lifted: Lifted[] = []
  let at = 0
  let allTaken = 0
  for (const { field, start, end } of found) {
    const taken = end - start - mark.length
    pieces.push(Buffer.from(body.subarray(at, start)), mark)
    lifted.push({ field, content: decodeInPlace(bytes, body, start, end), at: start - allTaken, taken })
    allTaken += taken
    at = end
  }
  pieces.push(body.subarray(at))
  const json = Buffer.concat(pieces)
  return {
    json,
    takenBetween(text, from, to) {
      // A byte order mark is no part of the text.
      const skipped = json.length - Buffer.byteLength(text)
      const [first = 0, last = 0] = [from, to].map((place) => skipped + Buffer.byteLength(text.slice(0, place)))
      return lifted.reduce((sum, { at, taken }) => sum + (first <= at && at < last ? taken : 0), 0)
    },
    putBack(parsed) {
      for (const { field, content } of lifted) {
        const source = parsed[field] as { content?: unknown } | undefined
        if (source?.content === mark.toString()) source.content = content
      }
    },
  }
}

interface Found {
  readonly field: string
  readonly start: number
  readonly end: number
}

/** Where long documents stand in a text whose brackets match; of another text, none. */
function longContents(body: Buffer, fields: readonly string[]): readonly Found[] {
  const found: Found[] = []
  /** The last key of the outermost object, and of the objects in it. */
  const keys = ['', '']
  const isObject = [false, false]
  let isKey = false
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === openObject || byte === openArray) {
      if (depth < 2) isObject[depth] = byte === openObject
      isKey = byte === openObject
      depth++
    } else if (byte === closeObject || byte === closeArray) {
      depth--
      isKey = false
    } else if (byte === comma) isKey = depth > 2 || isObject[depth - 1] === true
    else if (byte === colon) isKey = false
    else if (byte === quote) {
      const start = at + 1
      at = endOfString(body, start)
      if (at === -1) return []
      if (depth < 1 || depth > 2) continue
      if (isKey) keys[depth - 1] = at - start > 64 ? '' : body.toString('latin1', start, at)
      else if (depth === 2 && isObject[0] === true && isObject[1] === true && keys[1] === 'content') {
        const field = keys[0] ?? ''
        if (fields.includes(field) && isLongBase64(body, start, at)) found.push({ field, start, end: at })
      }
    }
  }
  return depth === 0 ? found : []
}

/** The quote that ends a string. */
function endOfString(body: Buffer, start: number): number {
  for (let end = body.indexOf(quote, start); end !== -1; end = body.indexOf(quote, end + 1)) {
    let escapes = 0
    while (body[end - 1 - escapes] === backslash && end - 1 - escapes >= start) escapes++
    if (escapes % 2 === 0) return end
  }
  return -1
}

/** RFC 4648 with padding, and nothing in between. */
function isLongBase64(body: Buffer, start: number, end: number): boolean {
  const length = end - start
  if (length < leastBytes || length % 4 !== 0) return false
  const padding = body[end - 1] !== 0x3d ? 0 : body[end - 2] !== 0x3d ? 1 : 2
  for (let at = start; at < end - padding; at++) if (isDigit[body[at] ?? 0] !== 1) return false
  return true
}

/** The bytes take the place of their text, which is longer. */
function decodeInPlace(
  bytes: Uint8Array<ArrayBuffer>,
  body: Buffer,
  start: number,
  end: number,
): Uint8Array<ArrayBuffer> {
  let written = start
  for (let at = start; at < end; at += windowBytes) {
    written += body.write(body.toString('latin1', at, Math.min(end, at + windowBytes)), written, 'base64')
  }
  return bytes.subarray(start, written)
}
