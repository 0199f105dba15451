import { GrowingBytes } from './growing-bytes.ts'

/** Written back at once; a multiple of three. */
const windowBytes = 48 * 1024

const equals = 0x3d

/** Six bits by the byte of a digit (RFC 4648, section 4); 64 is none. */
const bits = new Uint8Array(256).fill(64)
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  bits[digit.charCodeAt(0)] = value

/** Whether a byte is a digit of base64; padding is none. */
const isDigit = (byte: number): boolean => bits[byte] !== 64

/**
 * Decodes groups of four digits, and ends where a group is not whole, or has something else in it. Makes no text of them.
 * @returns where in `text` it ended; three bytes were written for each four up to there
 */
function decodeGroups(text: Uint8Array, from: number, to: number, into: Uint8Array, at: number): number {
  let [next, written] = [from, at]
  for (; next + 4 <= to; next += 4) {
    const [a, b] = [bits[text[next] ?? 0] ?? 64, bits[text[next + 1] ?? 0] ?? 64]
    const [c, d] = [bits[text[next + 2] ?? 0] ?? 64, bits[text[next + 3] ?? 0] ?? 64]
    if (((a | b | c | d) & 64) !== 0) break
    into[written++] = (a << 2) | (b >> 4)
    into[written++] = (b << 4) | (c >> 2)
    into[written++] = (c << 6) | d
  }
  return next
}

/** Base64 (RFC 4648, with padding and nothing in between) that is decoded while it comes in. */
export class IncomingBase64 {
  readonly #content: GrowingBytes
  /** Of a group that is not whole yet, or has padding. */
  readonly #open: number[] = []
  #decoded = 0

  /**
   * @param capacity the bytes that are expected
   * @param most bytes that there can be
   */
  constructor(capacity: number, most: number) {
    this.#content = new GrowingBytes(capacity, most)
  }

  /** Characters so far. */
  get units(): number {
    return this.#decoded + this.#open.length
  }

  get isWhole(): boolean {
    return this.#open.length === 0 || (this.#open.length === 4 && this.#open[3] === equals)
  }

  /** @returns where it ended: at the end of the piece, or at what goes on with no base64 */
  take(piece: Uint8Array, from: number): number {
    for (let at = from; ; at++) {
      if (this.#open.length === 0) at = this.#decode(piece, at, piece.length)
      const byte = piece[at]
      if (byte === undefined || !this.#goesOnWith(byte)) return at
      this.#open.push(byte)
      if (this.#open.length < 4 || byte === equals) continue
      this.#decode(Uint8Array.from(this.#open), 0, 4)
      this.#open.length = 0
    }
  }

  /** Padding ends a group of four, as one sign or two. */
  #goesOnWith(byte: number): boolean {
    const { length } = this.#open
    if (length === 4) return false
    if (byte === equals) return length >= 2
    return isDigit(byte) && this.#open[length - 1] !== equals
  }

  #decode(text: Uint8Array, from: number, to: number): number {
    const most = ((to - from) >> 2) * 3
    const { length } = this.#content
    const end = decodeGroups(text, from, to, this.#content.room(most), length)
    this.#content.wrote(((end - from) / 4) * 3)
    this.#decoded += end - from
    return end
  }

  /** The bytes, once it is whole. */
  end(): Uint8Array {
    if (this.#open.length > 0) this.#content.append(Buffer.from(Buffer.from(this.#open).toString('latin1'), 'base64'))
    return this.#content.bytes
  }

  /** What was taken, as it came: groups without padding have one way to be written. */
  *asText(): Generator<Uint8Array> {
    const { bytes } = this.#content
    for (let at = 0; at < bytes.length; at += windowBytes) {
      yield Buffer.from(Buffer.from(bytes.subarray(at, at + windowBytes)).toString('base64'), 'latin1')
    }
    yield Uint8Array.from(this.#open)
  }
}
