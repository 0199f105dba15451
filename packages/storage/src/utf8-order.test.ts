import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareUtf8 } from './utf8-order.ts'

it('orders as the UTF-8 bytes do', () => {
  const unit = fc.constantFrom(
    'a',
    '/',
    '-',
    'é',
    '\u{d7ff}',
    '\u{e000}',
    '\u{ff5e}',
    '\u{ffff}',
    '\u{10000}',
    '\u{1d518}',
  )
  const text = fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})
