/** Six bits by the byte of a digit (RFC 4648, section 4); 64 is none. */
const bits = new Uint8Array(256).fill(64)
for (const [value, digit] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  bits[digit.charCodeAt(0)] = value

/** Whether a byte is a digit of base64; padding is none. */
export const isDigit = (byte: number): boolean => bits[byte] !== 64

/**
 * Decodes groups of four digits, and ends where a group is not whole, or has something else in it. Makes no text of them.
 * @returns where in `text` it ended; three bytes were written for each four up to there
 */
export function decodeGroups(text: Uint8Array, from: number, to: number, into: Uint8Array, at: number): number {
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
