import { expect, it } from 'vitest'
import { mailboxKey } from './mailbox-key.ts'

it.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada@xn--mller-kva.example', 'ada@müller.example'],
  ['ada@XN--MLLER-KVA.Example', 'ada@müller.example'],
  ['ada@müller.example', 'ada@müller.example'],
  ['xn--mller-kva@xn--.example', 'xn--mller-kva@xn--.example'],
  ['"a@b"@example.com', '"a@b"@example.com'],
])('knows %j as %j', (address, key) => expect(mailboxKey(address)).toBe(key))
