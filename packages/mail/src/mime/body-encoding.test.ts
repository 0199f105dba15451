import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { base64Body, joinedPieces } from './body-encoding.ts'

describe('a message of pieces', () => {
  it('has base64 as Node writes it, in lines of 76 characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(3), (bytes, skipped) => {
        const { content } = base64Body(bytes.subarray(skipped))
        const expected = Buffer.from(bytes.subarray(skipped))
          .toString('base64')
          .replace(/.{76}(?=.)/g, '$&\r\n')
        expect(Buffer.from(joinedPieces([content])).toString('latin1')).toBe(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('is as long as its pieces, whatever they are', () => {
    const pieces = ['Grüße\r\n', { base64: new Uint8Array(57) }, '', { base64: new Uint8Array() }, '\r\n']
    const written = `Grüße\r\n${'A'.repeat(76)}\r\n`
    expect(Buffer.from(joinedPieces(pieces)).toString()).toBe(written)
  })
})
