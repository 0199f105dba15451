/** zlib wants room for one byte more than it fills. */
const mostSpare = 1

/**
 * Frees the memory of bytes that nobody refers to any more; they are empty after it. Left to V8, garbage outside of its
 * heap lies there until a collection, and has it look through all of the heap for more.
 * @param bytes whose buffer they have to themselves; such as share one with others (a view, a small `Buffer`) are left
 *   alone
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= mostSpare) buffer.transfer(0)
}
