import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lookAlikeFindings, mailbox, normalizeAddress } from './email-address.ts'

describe('normalizeAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace+x@EXAMPLE.com', 'Ada.Lovelace+x@example.com'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
    ['jürgen@müller.de', 'jürgen@müller.de'],
    ['用户@例子.广告', '用户@例子.广告'],
    ['a@xn--mller-kva.de', 'a@xn--mller-kva.de'],
    ['a@ｅｘａｍｐｌｅ.com', 'a@example.com'],
    ['"john doe"@example.org', '"john doe"@example.org'],
    ['"a@b"@example.org', '"a@b"@example.org'],
    ['".a..b."@example.org', '".a..b."@example.org'],
    ['""@example.org', '""@example.org'],
    ['"a\\"b\\\\c"@example.org', '"a\\"b\\\\c"@example.org'],
    ['"(),:;[] "@example.org', '"(),:;[] "@example.org'],
    ['"jürgen m"@example.org', '"jürgen m"@example.org'],
    // The same mailboxes, written shorter.
    ['"ada"@example.org', 'ada@example.org'],
    ['"a\\d\\a x"@example.org', '"ada x"@example.org'],
  ])('takes %j', (text, address) => expect(normalizeAddress(text)).toBe(address))

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example',
    'ada@@example.com',
    'a b@example.com',
    'ada@exa mple.com',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example..com',
    'ada@127.0.0.1',
    'a@x.com,b@y.com',
    'a@x.com\r\nBcc: b@y.com',
    'ada@example.com\u0000',
    'a\u200bda@example.com',
    '"a"b"@example.com',
    '"a@example.com',
    'a"b"@example.com',
    '"a".b@example.com',
    '"a\\"@example.com',
    '"<a>"@example.com',
    '"a\tb"@example.com',
    `"${'a '.repeat(32)}"@example.com`,
    'ada@[192.0.2.1]',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
  ])('refuses %j', (text) => expect(normalizeAddress(text)).toBeUndefined())
})

describe('mailbox', () => {
  it('reads a name before the address', () => {
    expect(mailbox.parse('"Lovelace, Ada" <ada@example.com>')).toEqual({
      name: 'Lovelace, Ada',
      address: 'ada@example.com',
    })
    expect(mailbox.parse({ address: 'ada@example.com', name: '' })).toEqual({ address: 'ada@example.com' })
    expect(mailbox.parse('"Ada \\"The\\" L" <"a b"@example.com>')).toEqual({
      name: 'Ada "The" L',
      address: '"a b"@example.com',
    })
  })

  it.each([
    'a@x.com, b@y.com',
    'a@x.com; b@y.com',
    'A <a@x.com>, B <b@y.com>',
    'Ada\r\nBcc: b@y.com <ada@example.com>',
    { address: 'ada@example.com', name: 'Ada\nX: y' },
    { address: 'a@x.com,b@y.com' },
  ])('takes one address at a time: %j', (input) => expect(mailbox.safeParse(input).success).toBe(false))
})

/** Quoted local parts of RFC 5321, and what they mean. */
const quoted = fc
  .string({ unit: fc.constantFrom(...'ab .@,;:()[]"\\üл'), maxLength: 20 })
  .map((meant) => ({ meant, written: `"${meant.replace(/["\\]/g, '\\$&')}"@example.org` }))

describe('quoted local parts', () => {
  it('have one shape, which is taken as it is', () => {
    fc.assert(
      fc.property(quoted, ({ written }) => {
        const address = normalizeAddress(written)
        expect(address).toBeDefined()
        expect(normalizeAddress(address ?? '')).toBe(address)
      }),
    )
  })

  it('mean the same as what was written, and never another address', () => {
    fc.assert(
      fc.property(quoted, ({ meant, written }) => {
        const local = (normalizeAddress(written) ?? '').replace(/@example\.org$/, '')
        const read = local.startsWith('"') ? local.slice(1, -1).replace(/\\(.)/gu, '$1') : local
        expect(read).toBe(meant)
        expect(mailbox.parse(`"Doe, John" <${written}>`)).toEqual({
          name: 'Doe, John',
          address: normalizeAddress(written),
        })
      }),
    )
  })

  it('are never more than one address, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a.@"\\ <>,;\n'), maxLength: 30 }), (text) => {
        const address = normalizeAddress(`${text}@example.org`)
        if (address === undefined) return
        expect(address).toMatch(/^(?:[a.]+|"(?:[^"\\<>\n]|\\["\\])*")@example\.org$/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('addresses that look like others', () => {
  it.each([
    ['a@pаypal.com', 'paypal'],
    ['a@раураl.com', 'paypal'],
    ['a@xn--pypal-4ve.com', 'paypal'],
    ['pаypal@firm.example', 'paypal'],
    ['a@gοοgle.com', 'google'],
    ['a@pɑypal.com', 'paypal'],
  ])('by mixed alphabets are refused: %j', (address, reads) => {
    for (const written of [address, `Ada <${address}>`, { address }]) {
      const { error } = mailbox.safeParse(written)
      expect(error?.issues).toMatchObject([
        { params: { code: 'lookalike_address', hint: expect.stringContaining(reads) } },
      ])
    }
  })

  it.each([
    ['a@аррӏе.com', 'apple'],
    ['a@хор.com', 'xop'],
    ['a@mail.ѕсоре.net', 'scope'],
    ['a@νικ.com', 'vik'],
    ['a@twıtter.com', 'twitter'],
  ])('in one alphabet are taken, and told: %j', (address, reads) => {
    const read = mailbox.parse(address)
    expect(read.address).toBe(address)
    expect(lookAlikeFindings([read])).toMatchObject([
      { code: 'lookalike_address', severity: 'warning', message: expect.stringContaining(`"${reads}"`) },
    ])
  })

  it.each([
    'jürgen@müller.de',
    'a@xn--mller-kva.de',
    '用户@例子.广告',
    'a@sony日本.jp',
    'a@пример.рф',
    'a@хор.рф',
    'иван.ivanov@почта.com',
    'a@ışık.com.tr',
    'μαρία@παράδειγμα.gr',
    'a@xn--99999999999.com',
  ])('are not these: %j', (address) => expect(lookAlikeFindings([mailbox.parse(address)])).toEqual([]))
})

describe('a name with joiners', () => {
  it.each(['علی\u200Cرضا', '\u{1F469}\u200D\u{1F4BB} Dev', '\u{1F9D1}\u{1F3FD}\u200D\u{1F4BB}'])(
    'is a name where they join: %s',
    (name) => {
      expect(mailbox.parse(`${name} <a@example.com>`)).toEqual({ address: 'a@example.com', name })
      expect(mailbox.parse({ address: 'a@example.com', name })).toEqual({ address: 'a@example.com', name })
    },
  )

  it.each(['A\u200Cda', 'Ada\u200D', '\u200CAda', 'Ada\u200B'])('is none where they hide: %j', (name) => {
    expect(mailbox.safeParse({ address: 'a@example.com', name }).success).toBe(false)
  })
})
