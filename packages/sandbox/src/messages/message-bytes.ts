import { ChanceryError, Content } from '@chancery/core'
import { errorOf, type Problem, problemOf } from './message.ts'

/**
 * A message: its length, the length of its JSON, the JSON, and the byte parts that the JSON refers to, each after its own
 * length. All lengths are 32 bits, big-endian.
 */
const lengthBytes = 4

/** The key by which the JSON says that an object stands for something else. */
const mark = '\u0000'
/** As JSON writes an object that has it first. */
const markedObject = `{${JSON.stringify(mark)}:`

type Marked =
  | { readonly [mark]: 'bytes'; readonly part: number }
  | { readonly [mark]: 'content'; readonly chunks: readonly Uint8Array[] }
  | { readonly [mark]: 'error'; readonly problem: Problem }
  /** An object that has the key itself. */
  | { readonly [mark]: 'object'; readonly entries: readonly (readonly [string, unknown])[] }

/**
 * A value as a message. JSON values, `Uint8Array`, `Content` and `ChanceryError` come out as they went in.
 * @throws TypeError for anything that JSON would change
 */
export function encodeMessage(value: unknown): Buffer {
  const parts: Uint8Array[] = []
  const known = new Map<Uint8Array, number>()
  const partOf = (bytes: Uint8Array): number => {
    const part = known.get(bytes) ?? parts.push(bytes) - 1
    known.set(bytes, part)
    return part
  }
  if (value === undefined) return refuse('nothing')
  return framed(Buffer.from(JSON.stringify(marked(value, partOf))), parts)
}

/**
 * A value that is its own JSON: marks stand for what is none. What has nothing to mark stays the same object, so that
 * `JSON.stringify` can be given it without a function that it calls for each value.
 */
function marked(own: unknown, partOf: (bytes: Uint8Array) => number): unknown {
  if (typeof own === 'string' || typeof own === 'boolean' || own === null) return own
  if (typeof own === 'number') return Number.isFinite(own) ? own : refuse(String(own))
  if (typeof own !== 'object') return refuse(own === undefined ? 'undefined in an array' : `a ${typeof own}`)
  if (own instanceof Uint8Array) return { [mark]: 'bytes', part: partOf(own) }
  if (own instanceof Content) return { [mark]: 'content', chunks: marked(own.chunks, partOf) }
  if (ChanceryError.is(own)) return { [mark]: 'error', problem: marked(problemOf(own), partOf) }
  if (Array.isArray(own)) {
    let copy: unknown[] | undefined
    for (let index = 0; index < own.length; index++) {
      const item = marked(own[index], partOf)
      if (item !== own[index]) (copy ??= [...(own as unknown[])])[index] = item
    }
    return copy ?? own
  }
  const prototype: unknown = Object.getPrototypeOf(own)
  if (prototype !== Object.prototype && prototype !== null) return refuse(`an object of ${nameOf(own)}`)
  const given = own as Readonly<Record<string, unknown>>
  if (Object.hasOwn(own, mark)) {
    const entries = Object.entries(own).filter(([, each]) => each !== undefined)
    return { [mark]: 'object', entries: marked(entries, partOf) }
  }
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(given)) {
    const each = given[key]
    if (each === undefined) continue
    const item = marked(each, partOf)
    if (item === each) continue
    // Not by assignment, which `__proto__` would be lost by.
    copy ??= Object.fromEntries(Object.entries(given))
    Object.defineProperty(copy, key, { value: item, enumerable: true, configurable: true, writable: true })
  }
  return copy ?? own
}

const nameOf = (value: object): string => (value.constructor as { readonly name?: string } | undefined)?.name ?? '?'

function refuse(what: string): never {
  throw new TypeError(`A message cannot hold ${what}.`)
}

function framed(json: Buffer, parts: readonly Uint8Array[]): Buffer {
  const body = parts.reduce((sum, part) => sum + lengthBytes + part.length, lengthBytes + json.length)
  const message = Buffer.allocUnsafe(lengthBytes + body)
  let at = message.writeUInt32BE(body)
  for (const part of [json, ...parts]) {
    at = message.writeUInt32BE(part.length, at)
    message.set(part, at)
    at += part.length
  }
  return message
}

/**
 * What a message says, without its first length. Bytes are views into it, one for all places that had the same.
 * @throws where it is none: who sent it may not be itself any more
 */
export function decodeMessage(message: Buffer): unknown {
  const parts: Buffer[] = []
  for (let at = 0; at < message.length;) {
    const start = at + lengthBytes
    const end = start + message.readUInt32BE(at)
    if (end > message.length) throw new RangeError('A part of a message is cut off.')
    parts.push(message.subarray(start, end))
    at = end
  }
  const [json, ...bytes] = parts
  const text = json?.toString() ?? ''
  const value = JSON.parse(text) as unknown
  if (!text.includes(markedObject)) return value
  return revived(
    value,
    bytes.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.length)),
  )
}

/** With what the marked objects stand for. The value is changed where it stands. */
function revived(value: unknown, bytes: readonly Uint8Array[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const holder = value as Record<string, unknown>
  for (const key of Object.keys(holder)) holder[key] = revived(holder[key], bytes)
  return Object.hasOwn(holder, mark) ? meaningOf(holder as unknown as Marked, bytes) : value
}

function meaningOf(marked: Marked, bytes: readonly Uint8Array[]): unknown {
  switch (marked[mark]) {
    case 'bytes': {
      const part = Number.isInteger(marked.part) ? bytes[marked.part] : undefined
      if (part === undefined) throw new RangeError('A message lacks a part.')
      return part
    }
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
