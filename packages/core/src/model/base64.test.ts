import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBase64, looksLikeBase64, toBase64 } from './base64.ts'

it('writes what others read, and reads it again', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 9 }), (pieces) => {
      const bytes = new Uint8Array(Buffer.concat(pieces))
      expect(toBase64(pieces)).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(toBase64(pieces))).toEqual(bytes)
    }),
  )
})

it('reads and refuses what `atob` does', () => {
  const marks = fc.constantFrom(...'Aa0+/Zz9=-_ \n\u00e9?')
  fc.assert(
    fc.property(fc.array(marks, { maxLength: 12 }), (chosen) => {
      const text = chosen.join('')
      let expected: Uint8Array | undefined
      try {
        expected = Uint8Array.from(atob(text), (mark) => mark.charCodeAt(0))
      } catch {
        expected = undefined
      }
      expect(fromBase64(text)).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})

it('tells a text that is none, of any length', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), fc.nat(), (size, at) => {
      const text = Buffer.alloc(size, 'any bytes').toString('base64')
      expect(looksLikeBase64(text)).toBe(true)
      expect(looksLikeBase64(text.replace(/.{76}/g, '$&\r\n'))).toBe(true)
      const place = at % (text.length + 1)
      expect(looksLikeBase64(`${text.slice(0, place)}!${text.slice(place)}`)).toBe(false)
    }),
    { numRuns: 30 },
  )
})
