import { ChanceryError, Content } from '@chancery/core'
import { oneByteText } from '@chancery/formats/text'
import { errorOf, type Problem, problemOf } from './message.ts'

/**
 * A message: its length, and its parts, each after its own length and a byte that says what it is. The last part is the JSON
 * that the message is; in it and in other JSON, parts stand that came before. All lengths are 32 bits, big-endian.
 */
const lengthBytes = 4
const headBytes = lengthBytes + 1
const kinds = { bytes: 0, text: 1, json: 2 } as const

/** UTF-16 units of a text that is a part of its own: as JSON every one of its line feeds would be an escape. */
const longText = 64 * 1024
/** Values, and units of text, after which a list goes on in a new part: what is read at once is some ms of work. */
const [valuesOfPart, unitsOfPart] = [4000, 256 * 1024]

/** The key by which the JSON says that an object stands for something else. */
const mark = '\u0000'
/** As JSON writes an object that has it first. */
const markedObject = `{${JSON.stringify(mark)}:`

type Marked =
  /** Bytes, or a text. */
  | { readonly [mark]: 'part'; readonly part: number }
  /** A list whose items stand in these parts. */
  | { readonly [mark]: 'list'; readonly parts: readonly number[] }
  | { readonly [mark]: 'content'; readonly chunks: readonly Uint8Array[] }
  | { readonly [mark]: 'error'; readonly problem: Problem }
  /** An object that has the key itself. */
  | { readonly [mark]: 'object'; readonly entries: readonly (readonly [string, unknown])[] }

interface Part {
  readonly kind: (typeof kinds)[keyof typeof kinds]
  readonly bytes: Uint8Array
}

/**
 * A value as a message. JSON values, `Uint8Array`, `Content` and `ChanceryError` come out as they went in.
 * @throws TypeError for anything that JSON would change
 */
export function encodeMessage(value: unknown): Buffer {
  if (value === undefined) return refuse('nothing')
  const writer = new PartWriter()
  writer.json(writer.marked(value))
  return framed(writer.parts)
}

/** Makes a value its own JSON: marks stand for what is none, and for what is too much to be read at once. */
class PartWriter {
  readonly parts: Part[] = []
  readonly #known = new Map<Uint8Array, number>()
  /** Of what was marked since the last part of JSON. */
  #values = 0
  #units = 0

  json(value: unknown): number {
    return this.parts.push({ kind: kinds.json, bytes: Buffer.from(JSON.stringify(value)) }) - 1
  }

  /** What has nothing to mark stays the same object, so that `JSON.stringify` can be given it without a function that it calls for each value. */
  marked(own: unknown): unknown {
    this.#values++
    if (typeof own === 'string') return this.#text(own)
    if (typeof own === 'boolean' || own === null) return own
    if (typeof own === 'number') return Number.isFinite(own) ? own : refuse(String(own))
    if (typeof own !== 'object') return refuse(own === undefined ? 'undefined in an array' : `a ${typeof own}`)
    if (own instanceof Uint8Array) return { [mark]: 'part', part: this.#bytes(own) }
    if (own instanceof Content) return { [mark]: 'content', chunks: this.marked(own.chunks) }
    if (ChanceryError.is(own)) return { [mark]: 'error', problem: this.marked(problemOf(own)) }
    return Array.isArray(own) ? this.#list(own) : this.#object(own)
  }

  #bytes(bytes: Uint8Array): number {
    const part = this.#known.get(bytes) ?? this.parts.push({ kind: kinds.bytes, bytes }) - 1
    this.#known.set(bytes, part)
    return part
  }

  /** Halves of characters are no text of UTF-8. */
  #text(text: string): unknown {
    if (text.length >= longText && text.isWellFormed()) {
      return { [mark]: 'part', part: this.parts.push({ kind: kinds.text, bytes: Buffer.from(text) }) - 1 }
    }
    this.#units += text.length
    return text
  }

  #list(own: readonly unknown[]): unknown {
    const [values, units] = [this.#values, this.#units]
    this.#values = 0
    this.#units = 0
    let copy: unknown[] | undefined
    const parts: number[] = []
    let written = 0
    const write = (until: number): void => {
      parts.push(this.json((copy ?? own).slice(written, until)))
      written = until
      this.#values = 0
      this.#units = 0
    }
    for (let index = 0; index < own.length; index++) {
      const item = this.marked(own[index])
      if (item !== own[index]) (copy ??= [...own])[index] = item
      if (this.#values > valuesOfPart || this.#units > unitsOfPart) write(index + 1)
    }
    if (parts.length > 0 && written < own.length) write(own.length)
    // Around it stands what stood there before, and all of it or the numbers of its parts.
    this.#values += values + parts.length
    this.#units += units
    return parts.length > 0 ? { [mark]: 'list', parts } : (copy ?? own)
  }

  #object(own: object): unknown {
    const prototype: unknown = Object.getPrototypeOf(own)
    if (prototype !== Object.prototype && prototype !== null) return refuse(`an object of ${nameOf(own)}`)
    const given = own as Readonly<Record<string, unknown>>
    const keys = Object.keys(given)
    if (Object.hasOwn(own, mark) || keys.length > valuesOfPart) {
      const entries = Object.entries(own).filter(([, each]) => each !== undefined)
      return { [mark]: 'object', entries: this.marked(entries) }
    }
    let copy: Record<string, unknown> | undefined
    for (const key of keys) {
      const each = given[key]
      if (each === undefined) continue
      this.#units += key.length
      const item = this.marked(each)
      if (item === each) continue
      // Not by assignment, which `__proto__` would be lost by.
      copy ??= Object.fromEntries(Object.entries(given))
      Object.defineProperty(copy, key, { value: item, enumerable: true, configurable: true, writable: true })
    }
    return copy ?? own
  }
}

const nameOf = (value: object): string => (value.constructor as { readonly name?: string } | undefined)?.name ?? '?'

function refuse(what: string): never {
  throw new TypeError(`A message cannot hold ${what}.`)
}

function framed(parts: readonly Part[]): Buffer {
  const body = parts.reduce((sum, { bytes }) => sum + headBytes + bytes.length, 0)
  const message = Buffer.allocUnsafe(lengthBytes + body)
  let at = message.writeUInt32BE(body)
  for (const { kind, bytes } of parts) {
    at = message.writeUInt32BE(bytes.length, at)
    at = message.writeUInt8(kind, at)
    message.set(bytes, at)
    at += bytes.length
  }
  return message
}

/**
 * What a message says, without its first length. Bytes are views into it, one for all places that had the same.
 * @throws where it is none: who sent it may not be itself any more
 */
export function decodeMessage(message: Buffer): unknown {
  const reading = readMessage(message)
  for (;;) {
    const { done, value } = reading.next()
    if (done === true) return value
  }
}

/**
 * The same for a long message, whose sender may be hostile: before each of its parts, others may have their turn.
 * @param turn is waited for before each part
 */
export async function decodeInTurns(message: Buffer, turn: () => Promise<void>): Promise<unknown> {
  const reading = readMessage(message)
  for (;;) {
    const { done, value } = reading.next()
    if (done === true) return value
    await turn()
  }
}

/** A part that was read. */
type ReadPart = { readonly kind: 'bytes' | 'text'; readonly value: unknown } | { readonly kind: 'json'; value: unknown }

/** Part by part: what a part refers to was read before. */
function* readMessage(message: Buffer): Generator<void, unknown> {
  const parts: ReadPart[] = []
  for (let at = 0; at < message.length;) {
    const start = at + headBytes
    const end = start + message.readUInt32BE(at)
    if (end > message.length) throw new RangeError('A part of a message is cut off.')
    parts.push(readPart(message.readUInt8(at + lengthBytes), message.subarray(start, end), parts))
    at = end
    yield
  }
  const last = parts.at(-1)
  if (last?.kind !== 'json') throw new RangeError('A message ends without its JSON.')
  return last.value
}

function readPart(kind: number, part: Buffer, before: readonly ReadPart[]): ReadPart {
  switch (kind) {
    case kinds.bytes:
      return { kind: 'bytes', value: new Uint8Array(part.buffer, part.byteOffset, part.length) }
    case kinds.text:
      return { kind: 'text', value: oneByteText(part.toString()) }
    case kinds.json: {
      const text = part.toString()
      const value = JSON.parse(text) as unknown
      return { kind: 'json', value: text.includes(markedObject) ? revived(value, before) : value }
    }
    default:
      throw new TypeError('A message has a part that nobody knows.')
  }
}

/** With what the marked objects stand for. The value is changed where it stands. */
function revived(value: unknown, parts: readonly ReadPart[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const holder = value as Record<string, unknown>
  for (const key of Object.keys(holder)) holder[key] = revived(holder[key], parts)
  return Object.hasOwn(holder, mark) ? meaningOf(holder as unknown as Marked, parts) : value
}

function meaningOf(marked: Marked, parts: readonly ReadPart[]): unknown {
  switch (marked[mark]) {
    case 'part': {
      const part = partAt(parts, marked.part)
      if (part === undefined || part.kind === 'json') throw new RangeError('A message lacks a part.')
      return part.value
    }
    case 'list':
      return marked.parts.flatMap((index) => itemsOf(partAt(parts, index)))
    case 'content':
      return new Content(marked.chunks)
    case 'error':
      return errorOf(marked.problem)
    case 'object':
      return Object.fromEntries(marked.entries)
    default:
      throw new TypeError('A message holds what nobody knows.')
  }
}

/** What a message says may be anything. */
const partAt = (parts: readonly ReadPart[], index: unknown): ReadPart | undefined =>
  Number.isInteger(index) ? parts[index as number] : undefined

/** Once: a list that stands in two places would let a short message grow without an end. */
function itemsOf(part: ReadPart | undefined): unknown[] {
  if (part?.kind !== 'json' || !Array.isArray(part.value)) throw new RangeError('A message lacks a part of a list.')
  const { value } = part
  part.value = undefined
  return value
}
