import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { crc32c, crc32cText } from './crc32c.ts'

/** The definition, bit by bit. */
function plain(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  }
  return ~crc >>> 0
}

// RFC 3720, appendix B.4.
it.each([
  ['32 zeros', new Uint8Array(32), 0x8a9136aa],
  ['32 ones', new Uint8Array(32).fill(0xff), 0x62a8ab43],
  ['32 rising', Uint8Array.from({ length: 32 }, (_, n) => n), 0x46dd794e],
  ['32 falling', Uint8Array.from({ length: 32 }, (_, n) => 31 - n), 0x113fdb5c],
])('has the value of the standard for %s', (_, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected)
})

it('equals the definition, whole or in two parts, at any offset', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), fc.nat(8), (bytes, cut, offset) => {
      const shifted = new Uint8Array(bytes.length + offset)
      shifted.set(bytes, offset)
      const view = shifted.subarray(offset)
      expect(crc32c(view)).toBe(plain(bytes))
      expect(crc32c(view.subarray(cut), crc32c(view.subarray(0, cut)))).toBe(plain(bytes))
    }),
  )
})

it('is written as four big-endian bytes in base64', () => {
  expect(crc32cText(0xe3069283)).toBe('4waSgw==')
})
