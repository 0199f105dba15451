/** From so many bytes on, room for all that may still come is made at once. */
const longBytes = 4 * 1024 * 1024

/**
 * Bytes that come piece by piece, in one place. Room that was asked for and not written to takes no memory: the system gives
 * pages when they are first used. So nothing long is ever there twice.
 */
export class GrowingBytes {
  #room: Uint8Array<ArrayBuffer>
  #length = 0
  readonly #most: number

  /**
   * @param capacity the bytes that are expected
   * @param most bytes that there can be, where more may come than are expected
   */
  constructor(capacity: number, most = 0) {
    this.#room = new Uint8Array(capacity)
    this.#most = most
  }

  get length(): number {
    return this.#length
  }

  append(piece: Uint8Array): void {
    this.room(piece.length).set(piece, this.#length)
    this.#length += piece.length
  }

  /**
   * For who writes them: all of the room, of which so many bytes behind the written ones are free.
   * @see wrote
   */
  room(free: number): Uint8Array<ArrayBuffer> {
    const needed = this.#length + free
    if (needed > this.#room.length) {
      const larger = new Uint8Array(Math.max(needed, needed > longBytes ? this.#most : 0, 2 * this.#room.length))
      larger.set(this.#room.subarray(0, this.#length))
      letGo(this.#room)
      this.#room = larger
    }
    return this.#room
  }

  /** So many bytes were written into the room, behind those that were there. */
  wrote(bytes: number): void {
    this.#length += bytes
  }

  /** What was written, as a view. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#room.subarray(0, this.#length)
  }
}

/**
 * Gives the memory of bytes back now, and not when the collector comes by, which lets many pieces of a large body wait. For
 * bytes that nobody else has.
 */
export function letGo(bytes: Uint8Array): void {
  const { buffer } = bytes
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0)
}
