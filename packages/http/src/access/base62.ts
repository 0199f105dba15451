import { randomBytes } from 'node:crypto'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random base-62 text, each digit equally likely. (The global `crypto` would load all of Web Crypto.) */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte; what lies above would favour the first digits.
      if (byte < 248 && text.length < length) text += digits[byte % 62]
    }
  }
  return text
}

/** A number in base 62, padded to a width. */
export function toBase62(value: number, width: number): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = digits[rest % 62] + text
  return text.padStart(width, '0')
}
