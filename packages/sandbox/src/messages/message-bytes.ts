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
  // A large model is nothing but JSON; looking at each value of it while it is written takes twice as long.
  const text = isJson(value) ? JSON.stringify(value) : markedJson(value, parts)
  if (text === undefined) return refuse('nothing')
  return framed(Buffer.from(text), parts)
}

/** Whether JSON holds all of a value as it is. */
function isJson(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || 'toJSON' in value) return false
  if (Array.isArray(value)) {
    // Not by `every`, which passes over holes.
    for (const item of value) if (!isJson(item)) return false
    return true
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const key in value) {
    const item = (value as Record<string, unknown>)[key]
    if (key === mark || !(item === undefined || isJson(item))) return false
  }
  return true
}

/** JSON of a value in which marked objects stand for what is none. @param parts takes the bytes */
function markedJson(value: unknown, parts: Uint8Array[]): string | undefined {
  const known = new Map<Uint8Array, number>()
  return JSON.stringify(value, function replace(this: unknown, key: string): unknown {
    // Not what `toJSON` made of it.
    const own = (this as Record<string, unknown>)[key]
    if (typeof own === 'string' || typeof own === 'boolean' || own === null) return own
    if (typeof own === 'number') return Number.isFinite(own) ? own : refuse(String(own))
    if (own === undefined) return Array.isArray(this) ? refuse('undefined in an array') : own
    if (typeof own !== 'object') return refuse(`a ${typeof own}`)
    if (own instanceof Uint8Array) {
      const part = known.get(own) ?? parts.push(own) - 1
      known.set(own, part)
      return { [mark]: 'bytes', part }
    }
    if (own instanceof Content) return { [mark]: 'content', chunks: own.chunks }
    if (ChanceryError.is(own)) return { [mark]: 'error', problem: problemOf(own) }
    if (Array.isArray(own)) return own
    const prototype: unknown = Object.getPrototypeOf(own)
    if (prototype !== Object.prototype && prototype !== null) return refuse(`an object of ${nameOf(own)}`)
    return Object.hasOwn(own, mark)
      ? { [mark]: 'object', entries: Object.entries(own).filter(([, each]) => each !== undefined) }
      : own
  }) as string | undefined
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
 * What a message says, without its first length. Bytes are views into it.
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
  return text.includes(markedObject) ? revived(value, bytes) : value
}

/** With what the marked objects stand for. The value is changed where it stands. */
function revived(value: unknown, bytes: readonly Buffer[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  const holder = value as Record<string, unknown>
  for (const key of Object.keys(holder)) holder[key] = revived(holder[key], bytes)
  return Object.hasOwn(holder, mark) ? meaningOf(holder as unknown as Marked, bytes) : value
}

function meaningOf(marked: Marked, bytes: readonly Buffer[]): unknown {
  switch (marked[mark]) {
    case 'bytes': {
      const part = Number.isInteger(marked.part) ? bytes[marked.part] : undefined
      if (part === undefined) throw new RangeError('A message lacks a part.')
      return new Uint8Array(part.buffer, part.byteOffset, part.length)
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
