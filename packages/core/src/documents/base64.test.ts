import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'

it('writes what others read, and reads it again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }),
  )
})
