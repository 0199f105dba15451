import { expect, it } from 'vitest'
import { pointerAsWritten } from './recipient-pointer.ts'

it.each([
  ['a text by itself', '/to/0/address', 'ada@example.com', '/to'],
  ['an object by itself', '/to/0/address', { address: 'ada@example.com' }, '/to/address'],
  ['a text of a list', '/to/1/address', ['ada@example.com', 'alan@example.com'], '/to/1'],
  ['an object of a list', '/to/1/address', ['ada@example.com', { address: 'alan@example.com' }], '/to/1/address'],
  ['the address of a client', '/to/0/address', undefined, '/client'],
  ['what is no recipient', '/subject', 'ada@example.com', '/subject'],
  ['a list as it was read', '/to/0', ['bad'], '/to/0'],
  ['a text as it was read', '/to', 'bad', '/to'],
])('points at %s', (_what, pointer, to, written) => {
  expect(pointerAsWritten(pointer, to === undefined ? {} : { to })).toBe(written)
})
