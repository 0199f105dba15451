/** What `inflate` makes is one byte shorter than its buffer. */
const mostSpare = 1

/**
 * Frees the memory of bytes that nobody refers to any more; they are empty after it. Left to V8, garbage outside of its
 * heap lies there until a collection, and has it look through all of the heap for more.
 * @param bytes that have their buffer to themselves, but for one byte at its end; others (a view of a part, a small
 *   `Buffer`) are left alone
 */
export function giveBack({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= mostSpare) buffer.transfer(0)
}
