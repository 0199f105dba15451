import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesOf } from '../testing/document-texts.test-support.ts'
import { toBase64 } from '../model/base64.ts'
import { readCursor, writeCursor } from './cursor.ts'

it('comes back as it was, in signs that an address may have', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (position) => {
      const cursor = writeCursor(position, 'digest')
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(readCursor(cursor, 'digest')).toBe(position)
    }),
  )
  // Bytes that base64 writes as "+" and "/".
  for (const position of ['~~~>>>', '~~~???', 'a', 'ab', 'abc'])
    for (const digest of ['d', 'dd', 'ddd']) {
      const cursor = writeCursor(position, digest)
      expect(cursor).toMatch(/^[\w-]+$/)
      expect(readCursor(cursor, digest)).toBe(position)
    }
})

it('is none of another question', () => {
  expect(readCursor(writeCursor('a', 'digest'), 'other')).toBeUndefined()
  expect(readCursor(writeCursor('a', 'digest'), 'dig')).toBeUndefined()
})

it.each(['', 'a', '!', 'ZGlnZXN0OmE=', 'ZGln ZXN0OmE', toBase64([bytesOf('digest')])])('is not %j', (cursor) => {
  expect(readCursor(cursor, 'digest')).toBeUndefined()
})

it('is not what is no UTF-8', () => {
  const bytes = Uint8Array.from([...bytesOf('digest:'), 0xff, 0xff])
  expect(readCursor(toBase64([bytes]).replaceAll('=', ''), 'digest')).toBeUndefined()
})
