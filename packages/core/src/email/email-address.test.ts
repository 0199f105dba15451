import { describe, expect, it } from 'vitest'
import { mailbox, normalizeAddress } from './email-address.ts'

describe('normalizeAddress', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace+x@EXAMPLE.com', 'Ada.Lovelace+x@example.com'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
    ['jürgen@müller.de', 'jürgen@müller.de'],
    ['用户@例子.广告', '用户@例子.广告'],
    ['a@xn--mller-kva.de', 'a@xn--mller-kva.de'],
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
