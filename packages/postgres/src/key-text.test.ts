import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeText, keyText, unescapeText } from './key-text.ts'

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\\', '\0', 'u', '0', '#', '\ud800', '\udc00', 'ü', '😀') }),
)

it('says any text so that Postgres takes it, and back', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const escaped = escapeText(text)
      expect(escaped).not.toContain('\0')
      expect(escaped.isWellFormed()).toBe(true)
      expect(unescapeText(escaped)).toBe(text)
    }),
    { numRuns: 3000 },
  )
})

it('leaves ordinary text as it is', () => {
  expect(escapeText('crm:7 Müller 😀')).toBe('crm:7 Müller 😀')
})

it('makes short keys of long texts, and keeps them apart', () => {
  const long = 'ü'.repeat(10_000)
  const keys = [long, `${long}x`, keyText(long), 'ü', '\\', '\\\\'].map(keyText)
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(Buffer.byteLength(key)).toBeLessThan(2000)
})
