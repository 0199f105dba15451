import { ChanceryError, pointerTo, type Violation } from '@chancery/core'
import type { HttpLimits } from '../settings.ts'

/** What of the limits bounds one JSON text. */
export type JsonLimits = Pick<HttpLimits, 'jsonDepth' | 'jsonValues' | 'jsonItems' | 'jsonKeys'>

/** How many characters, none of them a line break, were taken out of a text between two places. */
export type TakenBetween = (from: number, to: number) => number

/**
 * A JSON object (RFC 8259) whose text is safe: `JSON.parse` alone keeps the last of two equal keys, makes `__proto__` an
 * own key and 1e999 an infinity, changes long integers, and says nothing.
 * @param takenBetween makes columns those of the text as it was sent
 * @param what the text is, for whoever sent it
 * @throws `malformed_json` with line and column, `unsafe_input` with a pointer to each violation
 */
export function parseJson(
  text: string,
  limits: JsonLimits,
  takenBetween: TakenBetween = () => 0,
  what = 'The body',
): Record<string, unknown> {
  try {
    return parsed(text, limits)
  } catch (error) {
    throw error instanceof Malformed ? malformedJson(text, error, takenBetween, what) : error
  }
}

function parsed(text: string, limits: JsonLimits): Record<string, unknown> {
  scan(text, limits, stringEnds(text))
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    // What `stringEnds` passes over; the exact scan tells where.
    scan(text, limits, (start) => stringEnd(text, start))
    throw new Malformed(0, 'a JSON object')
  }
}

/** Checks the text in one pass and without recursion. @param endOf the end of the string that opens at an index */
function scan(text: string, limits: JsonLimits, endOf: (start: number) => number): void {
  const violations: Violation[] = []
  const frames: Frame[] = []
  let at = skipSpace(text, 0)
  let values = 0

  const report = (code: string, message: string, hint?: string): void => {
    if (violations.length >= maxViolations) return
    violations.push({ pointer: pointerOf(frames), code, message, ...(hint === undefined ? {} : { hint }) })
  }
  /** Of the innermost container, before one more entry is looked at. */
  const bound = (limit: number, actual: number, code: string, entries: string): void => {
    if (actual <= limit) return
    const violation = { pointer: pointerOf(frames.slice(0, -1)), code, message: `More than ${limit} ${entries}.` }
    throw unsafe([...violations, violation], { limit, actual, pointer: violation.pointer })
  }
  const readString = (): number => {
    const end = endOf(at)
    if (hasLoneSurrogate(text, at, end)) {
      report('lone_surrogate', 'Half of a surrogate pair stands alone.', 'Write the whole character.')
    }
    return end
  }
  const readKey = (frame: ObjectFrame): void => {
    if (text[at] !== '"') throw new Malformed(at, 'a key in double quotes')
    const end = stringEnd(text, at)
    const raw = text.slice(at + 1, end - 1)
    const key = raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
    frame.key = key
    if (hasLoneSurrogate(text, at, end)) {
      report('lone_surrogate', 'Half of a surrogate pair stands alone.', 'Write the whole character.')
    }
    if (dangerous.has(key)) report('dangerous_key', `The key \`${key}\` is not allowed.`)
    if (frame.keys.has(key)) report('duplicate_key', 'The key is there already.', 'Give each key once.')
    frame.keys.add(key)
    bound(limits.jsonKeys, frame.keys.size, 'too_many_keys', 'keys in one object')
    at = skipSpace(text, end)
    if (text[at] !== ':') throw new Malformed(at, '":"')
    at = skipSpace(text, at + 1)
  }

  if (at >= text.length) throw new Malformed(at, 'a JSON object, but the body is empty')
  if (text[at] !== '{') throw new Malformed(at, 'a JSON object')
  for (;;) {
    // At the start of a value.
    if (++values > limits.jsonValues) {
      throw unsafe(
        [...violations, { pointer: '', code: 'too_many_values', message: `More than ${limits.jsonValues} values.` }],
        { limit: limits.jsonValues, actual: values },
      )
    }
    const opening = text[at]
    if (opening === '{' || opening === '[') {
      if (frames.length >= limits.jsonDepth) {
        throw unsafe(
          [
            ...violations,
            { pointer: pointerOf(frames), code: 'too_deep', message: `Nested deeper than ${limits.jsonDepth}.` },
          ],
          { limit: limits.jsonDepth, actual: frames.length + 1 },
        )
      }
      at = skipSpace(text, at + 1)
      const empty = text[at] === (opening === '{' ? '}' : ']')
      if (!empty) {
        if (opening === '{') {
          const frame: ObjectFrame = { keys: new Set(), key: '' }
          frames.push(frame)
          readKey(frame)
        } else {
          frames.push({ index: 0 })
        }
        continue
      }
      at++
    } else if (opening === '"') {
      at = readString()
    } else {
      const end = literalEnd(text, at)
      if (opening !== 't' && opening !== 'f' && opening !== 'n') checkNumber(text.slice(at, end), report)
      at = end
    }
    // After a value: close what ends here, then on to the next.
    for (;;) {
      at = skipSpace(text, at)
      const frame = frames.at(-1)
      if (frame === undefined) {
        if (at < text.length) throw new Malformed(at, 'nothing after the object')
        if (violations.length > 0) throw unsafe(violations)
        return
      }
      const mark = text[at]
      if (mark === ',') {
        at = skipSpace(text, at + 1)
        if ('keys' in frame) readKey(frame)
        else bound(limits.jsonItems, ++frame.index + 1, 'too_many_items', 'items in one list')
        break
      }
      if (mark !== ('keys' in frame ? '}' : ']')) {
        throw new Malformed(at, 'keys' in frame ? '"," or "}"' : '"," or "]"')
      }
      frames.pop()
      at++
    }
  }
}

interface ObjectFrame {
  readonly keys: Set<string>
  key: string
}
interface ArrayFrame {
  index: number
}
type Frame = ObjectFrame | ArrayFrame

const maxViolations = 100
const dangerous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const pointerOf = (frames: readonly Frame[]): string =>
  pointerTo(frames.map((frame) => ('keys' in frame ? frame.key : frame.index)))

const unsafe = (violations: readonly Violation[], details?: Readonly<Record<string, unknown>>): ChanceryError =>
  new ChanceryError('unsafe_input', 'The body holds JSON that is not safe to read.', {
    violations,
    ...(details === undefined ? {} : { details }),
  })

/** Where a text is no JSON. */
class Malformed extends Error {
  readonly at: number
  readonly expected: string
  constructor(at: number, expected: string) {
    super(`expected ${expected}`)
    this.at = at
    this.expected = expected
  }
}

function malformedJson(
  text: string,
  { at, expected }: Malformed,
  takenBetween: TakenBetween,
  what: string,
): ChanceryError {
  const line = 1 + lineBreaksBefore(text, at)
  const lineStart = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
  const column = at - lineStart + takenBetween(lineStart, at) + 1
  const where = at >= text.length ? 'at its end' : `in line ${line}, column ${column}`
  return new ChanceryError('malformed_json', `${what} is not JSON ${where}: expected ${expected}.`, {
    details: { line, column },
  })
}

/** Counted one by one: a body may have tens of millions, of which a list would cost ten times the body. */
function lineBreaksBefore(text: string, end: number): number {
  let count = 0
  for (let at = 0; at < end; at++) if (text.charCodeAt(at) === 0x0a) count++
  return count
}

const space = /[ \t\n\r]*/y
function skipSpace(text: string, at: number): number {
  // Most often there is none, or one.
  const code = text.charCodeAt(at)
  if (code > 0x20) return at
  space.lastIndex = at
  space.test(text)
  return space.lastIndex
}

// Everything but quotes, backslashes and the control characters below the space.
const plain = /[^"\\\u0000-\u001f]*/y // oxlint-disable-line no-control-regex
const escape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y

/**
 * As `stringEnd`, for most texts without a look at each character: a document in base64 is one string of megabytes. Control
 * characters and escapes that are none are left to `JSON.parse`.
 */
function stringEnds(text: string): (start: number) => number {
  let backslash = -1
  return (start) => {
    const quote = text.indexOf('"', start + 1)
    if (backslash <= start) {
      backslash = text.indexOf('\\', start + 1)
      if (backslash === -1) backslash = text.length
    }
    if (quote !== -1 && quote < backslash) return quote + 1
    for (let at = backslash; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x22) return at + 1
      if (code === 0x5c) at++
    }
    return stringEnd(text, start)
  }
}

/** Behind the closing quote of the string that opens at `start`. */
function stringEnd(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    plain.lastIndex = at
    plain.test(text)
    at = plain.lastIndex
    if (text[at] === '"') return at + 1
    if (text[at] !== '\\')
      throw new Malformed(at, at >= text.length ? 'the end of a string' : 'no control character in a string')
    escape.lastIndex = at
    if (!escape.test(text)) throw new Malformed(at, 'a known escape')
    at = escape.lastIndex
  }
}

const surrogateEscape = /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/

/**
 * Only escapes can write half a pair; the text itself was decoded as UTF-8.
 * @throws Malformed where one of the escapes is none
 */
function hasLoneSurrogate(text: string, start: number, end: number): boolean {
  const raw = text.slice(start, end)
  if (!raw.includes('\\u') || !surrogateEscape.test(raw)) return false
  stringEnd(text, start)
  return !(JSON.parse(raw) as string).isWellFormed()
}

const literal = /(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/y

function literalEnd(text: string, at: number): number {
  literal.lastIndex = at
  if (!literal.test(text)) throw new Malformed(at, 'a value')
  return literal.lastIndex
}

/** A number must survive as it is written: no infinity, and no other integer. */
function checkNumber(written: string, report: (code: string, message: string, hint?: string) => void): void {
  const number = Number(written)
  if (!Number.isFinite(number)) {
    report('number_overflow', 'The number is larger than any that can be kept.')
  } else if (
    written.length > 15 &&
    /^-?[0-9]+$/.test(written) &&
    String(number) !== written &&
    BigInt(written) !== BigInt(number)
  ) {
    report('number_imprecise', 'The integer has more digits than a JSON number keeps.', 'Send it as a string.')
  }
}
