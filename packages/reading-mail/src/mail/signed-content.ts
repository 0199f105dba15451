const sequence = 0x30
const set = 0x31
const integer = 0x02
const octets = 0x04
const octetsInPieces = 0x24
const objectId = 0x06
const explicit = 0xa0
/** 1.2.840.113549.1.7.2 */
const signedData = '2a864886f70d010702'

/**
 * The mail that an opaque signature (CMS `SignedData`, RFC 5652) is wrapped around; the signature itself is not checked.
 * `undefined`: the bytes are something else, encrypted for instance, or hold no content of their own.
 */
export function signedContent(bytes: Uint8Array): Uint8Array | undefined {
  const reader = new BerReader(bytes)
  const isSigned = reader.enter(sequence) && reader.take(objectId)?.toString('hex') === signedData
  if (!isSigned || !reader.enter(explicit) || !reader.enter(sequence)) return undefined
  if (reader.take(integer) === undefined || reader.take(set) === undefined) return undefined
  if (!reader.enter(sequence) || reader.take(objectId) === undefined || !reader.enter(explicit)) return undefined
  return reader.takeOctets()
}

/** Goes through BER (X.690) from the front; what it goes into may be of indefinite length. */
class BerReader {
  private readonly bytes: Buffer
  private at = 0

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength)
  }

  enter(tag: number): boolean {
    return this.begin(tag) !== undefined
  }

  take(tag: number): Buffer | undefined {
    const length = this.begin(tag)
    if (length === undefined || length === 'indefinite' || length > this.bytes.length - this.at) return undefined
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  /** A string of octets, whole or in pieces. */
  takeOctets(): Buffer | undefined {
    if (this.bytes[this.at] !== octetsInPieces) return this.take(octets)
    const length = this.begin(octetsInPieces)
    const end = length === undefined || length === 'indefinite' ? this.bytes.length : this.at + length
    const pieces: Buffer[] = []
    while (this.at < end && this.bytes[this.at] === octets) {
      const piece = this.take(octets)
      if (piece === undefined) return undefined
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }

  /** Steps over a tag and its length. `undefined`: another tag stands there. */
  private begin(tag: number): number | 'indefinite' | undefined {
    if (this.bytes[this.at] !== tag) return undefined
    const first = this.bytes[this.at + 1] ?? 0xff
    const more = first & 0x7f
    if (first === 0x80) {
      this.at += 2
      return 'indefinite'
    }
    if (first < 0x80) {
      this.at += 2
      return first
    }
    if (more > 4 || this.at + 2 + more > this.bytes.length) return undefined
    const length = this.bytes.readUIntBE(this.at + 2, more)
    this.at += 2 + more
    return length
  }
}
