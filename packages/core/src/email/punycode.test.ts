import { domainToASCII } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unicodeLabel } from './punycode.ts'

describe('unicodeLabel', () => {
  it.each([
    ['xn--mller-kva', 'müller'],
    ['XN--MLLER-KVA', 'müller'],
    ['xn--pypal-4ve', 'pаypal'],
    ['xn--fiqs8s', '中国'],
    // RFC 3492, 7.1 (B).
    ['xn--ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
    ['plain', 'plain'],
    ['xn--', ''],
    ['xn--a!', 'xn--a!'],
    ['xn--99999999999', 'xn--99999999999'],
  ])('reads %j', (label, text) => expect(unicodeLabel(label)).toBe(text))

  it('undoes what Node writes', () => {
    const letters = fc.constantFrom(...'abz09-äßéøпривет中国語אبΩ')
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), (text) => {
        const label = `q${text}q`.normalize('NFC')
        const code = domainToASCII(label)
        if (code !== '') expect(unicodeLabel(code)).toBe(label.toLowerCase())
      }),
    )
  })
})
