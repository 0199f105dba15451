/** Where bytes were taken out of a message: the keys to them, from the outside in, and which of its arrays they are. */
interface BytesPlace {
  readonly path: readonly (string | number)[]
  readonly array: number
}

/** What precedes the arrays of bytes in a message. */
interface Envelope {
  readonly value: unknown
  readonly places?: readonly BytesPlace[]
  /** Length of each array, in the order in which they follow. */
  readonly lengths?: readonly number[]
}

const sizeBytes = 4
/** A message begins with its own length, and that of its JSON. */
export const headerBytes = sizeBytes

/**
 * A value as one message: the length of all that follows (4 bytes, big-endian), that of the JSON, the JSON in UTF-8, then
 * the arrays of bytes. JSON and no structured clone: V8's serializers keep all that they were given, or made, until the
 * next full garbage collection, so that with each message a document's worth of garbage grows old.
 * @param value plain objects, arrays, texts, finite numbers (-0 comes as 0), truth values, `null` and arrays of bytes;
 *   what is `undefined` in an object is left out
 * @throws TypeError for anything else
 */
export function encodeMessage(value: unknown): Buffer {
  const { arrays, ...head } = holdsBytes(value) ? withoutBytes(value) : { value, arrays: [] }
  const json = JSON.stringify(head satisfies Envelope)
  const jsonBytes = Buffer.byteLength(json)
  const bytes = arrays.reduce((sum, { length }) => sum + length, 0)
  const message = Buffer.allocUnsafeSlow(2 * sizeBytes + jsonBytes + bytes)
  message.writeUInt32BE(message.length - headerBytes)
  message.writeUInt32BE(jsonBytes, headerBytes)
  let at = 2 * sizeBytes + message.write(json, 2 * sizeBytes)
  for (const array of arrays) {
    message.set(array, at)
    at += array.length
  }
  return message
}

/**
 * The value of a message without its own length. Arrays of bytes are views of it.
 * @throws SyntaxError, TypeError or RangeError for what is no message
 */
export function decodeMessage(message: Buffer): { readonly value: unknown; readonly holdsBytes: boolean } {
  const end = sizeBytes + message.readUInt32BE()
  if (end > message.length) throw new RangeError('A message ends within its JSON.')
  const envelope = JSON.parse(message.toString('utf8', sizeBytes, end)) as Envelope
  const { lengths, places } = envelope
  if (lengths === undefined || places === undefined) return { value: envelope.value, holdsBytes: false }
  let at = end
  const arrays = lengths.map((length) => {
    const from = at
    at += length
    if (!(length >= 0 && at <= message.length)) throw new RangeError('A message ends within its bytes.')
    return new Uint8Array(message.buffer, message.byteOffset + from, length)
  })
  for (const { path, array } of places) {
    let holder: unknown = envelope
    for (const key of path.slice(0, -1)) holder = Object.hasOwn(Object(holder), key) ? Object(holder)[key] : undefined
    const [last = ''] = path.slice(-1)
    const bytes = arrays[array]
    if (bytes === undefined || !Object.hasOwn(Object(holder), last))
      throw new TypeError('A message has no place for bytes of it.')
    Object(holder)[last] = bytes
  }
  return { value: envelope.value, holdsBytes: true }
}

/**
 * Whether there are bytes in a value. Most have none, and are looked through without anything being made.
 * @throws TypeError for what cannot be sent
 */
function holdsBytes(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === undefined || value === null) return false
  if (typeof value === 'number' && Number.isFinite(value)) return false
  if (typeof value !== 'object') throw notSent(typeof value === 'number' ? String(value) : `a ${typeof value}`)
  if (value instanceof Uint8Array) return true
  let found = false
  if (Array.isArray(value)) {
    for (const item of value) {
      if (item === undefined) throw notSent('an array with an item that is undefined')
      found = holdsBytes(item) || found
    }
    return found
  }
  if (!isPlain(value)) throw notSent(`an object of ${value.constructor.name}`)
  for (const key in value) found = holdsBytes((value as Record<string, unknown>)[key]) || found
  return found
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const notSent = (what: string): TypeError => new TypeError(`A message cannot hold ${what}.`)

/** The value with `null` in the place of all bytes; the same bytes in many places are sent once. */
function withoutBytes(value: unknown): Envelope & { readonly arrays: readonly Uint8Array[] } {
  const arrays = new Map<Uint8Array, number>()
  const places: BytesPlace[] = []
  const path: (string | number)[] = ['value']

  function at(key: string | number, part: unknown): unknown {
    path.push(key)
    const left = rest(part)
    path.pop()
    return left
  }

  function rest(part: unknown): unknown {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return part.map((item, index) => at(index, item))
    if (!(part instanceof Uint8Array))
      return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, at(key, item)]))
    const array = arrays.get(part) ?? arrays.size
    arrays.set(part, array)
    places.push({ path: [...path], array })
    return null
  }

  const left = rest(value)
  const all = [...arrays.keys()]
  return { value: left, places, lengths: all.map(({ length }) => length), arrays: all }
}
