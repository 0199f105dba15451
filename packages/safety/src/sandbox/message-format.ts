import { type Path, valueAt } from './own-path.ts'

/**
 * What stands beside the JSON of a message: a text as V8 holds it, one or two bytes a unit, for nothing is to be counted
 * or converted then; bytes; numbers in the byte order of the machine.
 */
interface Part {
  readonly kind: 'latin1' | 'utf16le' | 'bytes' | 'int32' | 'float64'
  /** How many bytes it has. */
  readonly bytes: number
}

type Numbers = Int32Array | Float64Array
type PartContent = string | Uint8Array | Numbers

/** Where a part was taken out of the value, and which of the parts it is. */
interface Place {
  readonly path: Path
  readonly part: number
}

/** What precedes the parts of a message. */
interface Envelope {
  readonly value: unknown
  /** In the order in which they follow. */
  readonly parts?: readonly Part[]
  readonly places?: readonly Place[]
}

const sizeBytes = 4
/** A message begins with its own length, and that of its JSON. */
export const headerBytes = sizeBytes

/**
 * From so many UTF-16 units on, a text stands beside the JSON: there, no quotation marks have to be looked for, and
 * one wide character makes all of a JSON wide.
 */
const longText = 1024

/**
 * A value as one message: the length of all that follows (4 bytes, big-endian), that of the JSON, the JSON in UTF-8,
 * then the arrays of bytes and numbers and the long texts. JSON and no structured clone: V8's serializers keep all that
 * they were given, or made, until the next full garbage collection, so that with each message a document's worth of
 * garbage grows old.
 * @param value plain objects, arrays, texts, finite numbers (-0 comes as 0), truth values, `null`, arrays of bytes
 *   (Uint8Array) and of numbers (Int32Array, Float64Array); what is `undefined` in an object is left out
 * @throws TypeError for anything else
 */
export function encodeMessage(value: unknown): Buffer {
  const { rest, parts, places } = new Parting().of(value)
  const sizes = parts.map(sizeOf)
  const json = JSON.stringify(
    (parts.length === 0 ? { value: rest } : { value: rest, parts: sizes, places }) satisfies Envelope,
  )
  const jsonBytes = Buffer.byteLength(json)
  const partBytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  const message = Buffer.allocUnsafeSlow(2 * sizeBytes + jsonBytes + partBytes)
  message.writeUInt32BE(message.length - headerBytes)
  message.writeUInt32BE(jsonBytes, headerBytes)
  let at = 2 * sizeBytes + message.write(json, 2 * sizeBytes)
  for (const [index, { kind, bytes }] of sizes.entries()) {
    const part = parts[index] ?? ''
    if (typeof part === 'string') message.write(part, at, kind as 'latin1' | 'utf16le')
    else message.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += bytes
  }
  return message
}

/** A unit that takes two bytes. */
const wide = /[\u0100-\uffff]/

function sizeOf(content: PartContent): Part {
  if (typeof content === 'string') {
    return wide.test(content)
      ? { kind: 'utf16le', bytes: 2 * content.length }
      : { kind: 'latin1', bytes: content.length }
  }
  const { byteLength: bytes } = content
  if (content instanceof Int32Array) return { kind: 'int32', bytes }
  return { kind: content instanceof Float64Array ? 'float64' : 'bytes', bytes }
}

/**
 * The value of a message without its own length. Arrays of bytes are views of it, those of numbers have buffers of their
 * own.
 * @throws SyntaxError, TypeError or RangeError for what is no message
 */
export function decodeMessage(message: Buffer): { readonly value: unknown; readonly holdsBytes: boolean } {
  const end = sizeBytes + message.readUInt32BE()
  if (end > message.length) throw new RangeError('A message ends within its JSON.')
  const envelope = JSON.parse(message.toString('utf8', sizeBytes, end)) as Envelope
  const { parts: sizes, places } = envelope
  if (sizes === undefined || places === undefined) return { value: envelope.value, holdsBytes: false }
  let at = end
  // Each once: a part may be claimed for many places.
  const parts = sizes.map(({ kind, bytes }) => {
    const from = at
    at += bytes
    if (!(bytes >= 0 && at <= message.length)) throw new RangeError('A message ends within one of its parts.')
    return contentOf(message.subarray(from, at), kind)
  })
  for (const { path, part } of places) {
    const holder = valueAt(envelope, path.slice(0, -1))
    const [last = ''] = path.slice(-1)
    const content = parts[part]
    if (content === undefined || !Object.hasOwn(Object(holder), last))
      throw new TypeError('A message has no place for a part of it.')
    Object(holder)[last] = content
  }
  return { value: envelope.value, holdsBytes: sizes.some(({ kind }) => kind === 'bytes') }
}

/** @throws RangeError for numbers that are no whole ones */
function contentOf(bytes: Buffer, kind: Part['kind']): PartContent {
  switch (kind) {
    case 'latin1':
    case 'utf16le':
      return bytes.toString(kind)
    case 'int32':
      return new Int32Array(new Uint8Array(bytes).buffer)
    case 'float64':
      return new Float64Array(new Uint8Array(bytes).buffer)
    default:
      return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  }
}

/** Takes a value apart into what goes into the JSON of a message, and what stands beside it. */
class Parting {
  private readonly path: (string | number)[] = ['value']
  private readonly places: Place[] = []
  private readonly parts: PartContent[] = []
  /** The same bytes in many places are sent once. */
  private readonly arrays = new Map<Uint8Array | Numbers, number>()

  /** The value itself where nothing is taken out of it, else a copy with `null` in those places. */
  of(value: unknown) {
    return { rest: this.isWhole(value) ? value : this.without(value), parts: this.parts, places: this.places }
  }

  /** Whether a value goes into the JSON as it is, as most do that hold no others. @throws TypeError for what cannot be sent */
  private isWhole(value: unknown): boolean {
    switch (typeof value) {
      case 'string':
        return value.length < longText
      case 'number':
        if (!Number.isFinite(value)) throw notSent(String(value))
        return true
      case 'boolean':
      case 'undefined':
        return true
      case 'object':
        return value === null
      default:
        throw notSent(`a ${typeof value}`)
    }
  }

  private without(value: unknown): unknown {
    if (typeof value === 'string') return this.takeText(value)
    if (Array.isArray(value)) return this.withoutItems(value)
    if (value instanceof Uint8Array || value instanceof Int32Array || value instanceof Float64Array)
      return this.takeArray(value)
    return this.withoutEntries(value as Readonly<Record<string, unknown>>)
  }

  private withoutItems(items: readonly unknown[]): readonly unknown[] {
    let copy: unknown[] | undefined
    for (let index = 0; index < items.length; index++) {
      const item = items[index]
      if (item === undefined) throw notSent('an array with an item that is undefined')
      if (this.isWhole(item)) continue
      const rest = this.at(index, item)
      if (rest !== item) (copy ??= [...items])[index] = rest
    }
    return copy ?? items
  }

  private withoutEntries(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const prototype: unknown = Object.getPrototypeOf(object)
    if (prototype !== Object.prototype && prototype !== null) throw notSent(`an object of ${object.constructor.name}`)
    let copy: Record<string, unknown> | undefined
    for (const key in object) {
      const item = object[key]
      if (this.isWhole(item)) continue
      const rest = this.at(key, item)
      if (rest !== item) (copy ??= { ...object })[key] = rest
    }
    return copy ?? object
  }

  private at(key: string | number, value: unknown): unknown {
    this.path.push(key)
    const rest = this.without(value)
    this.path.pop()
    return rest
  }

  private takeText(text: string): null {
    this.places.push({ path: [...this.path], part: this.parts.length })
    this.parts.push(text)
    return null
  }

  private takeArray(array: Uint8Array | Numbers): null {
    let part = this.arrays.get(array)
    if (part === undefined) {
      part = this.parts.length
      this.arrays.set(array, part)
      this.parts.push(array)
    }
    this.places.push({ path: [...this.path], part })
    return null
  }
}

const notSent = (what: string): TypeError => new TypeError(`A message cannot hold ${what}.`)
