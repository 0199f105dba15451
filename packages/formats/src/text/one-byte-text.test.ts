import { serialize } from 'node:v8'
import { expect, it } from 'vitest'
import { decodeText } from './decode-text.ts'
import { oneByteText } from './one-byte-text.ts'

/** How V8 holds a text, as it writes it: behind a head of two bytes and what fills up, `"` at one byte a character, `c` at two. */
const heldAs = (text: string): string => serialize(text).toString('latin1', 2, 4).replace('\u0000', '').charAt(0)

const long = 'Müller, Straße 1 \u00a0\u0085\n'.repeat(100_000)

it.each([
  ['a long text of Latin-1', long, '"'],
  ['one with a sign of another alphabet', `${long}€`, 'c'],
])('holds %s at as many bytes a character as it needs', (_, text, held) => {
  expect(oneByteText(text)).toBe(text)
  const { text: decoded } = decodeText(Buffer.from(text))
  expect(decoded).toBe(text)
  expect(heldAs(decoded)).toBe(held)
})
