import { describe, expect, it } from 'vitest'
import { defaultGuardLimits } from '../guard-limits.ts'
import { checkJsonDepth } from './json-depth.ts'

const limits = { ...defaultGuardLimits, depth: 3 }
const check = (json: string) => checkJsonDepth(new TextEncoder().encode(json), 'utf-8', limits)

describe('how deep JSON is', () => {
  it.each([
    '[[[]]]',
    '{"a":{"b":{}}}',
    '[{"a":[1,2,3]},{"b":[4]},[],[],[],{},{}]',
    '"[[[["',
    String.raw`["\"[[[[", "\\", [[]]]`,
    `[${'1,'.repeat(100)}1]`,
  ])('%s is not too deep', (json) => {
    expect(check(json)).toBeUndefined()
  })

  it.each(['[[[[]]]]', '[[[{}]]]', '{"a":{"b":{"c":{}}}}', '[[],[[[1]]]]', String.raw`["\\",[[[]]]]`])(
    '%s is too deep',
    (json) => {
      expect(() => check(json)).toThrow(
        expect.objectContaining({
          code: 'payload_too_large',
          details: { what: 'levels of JSON values', limit: 3, actual: 4 },
        }),
      )
    },
  )

  it('is read in UTF-16, too', () => {
    const wide = (json: string) => Uint8Array.from([...json].flatMap((sign) => [sign.charCodeAt(0), 0]))
    expect(checkJsonDepth(wide('[[[]]]'), 'utf-16le', limits)).toBeUndefined()
    expect(() => checkJsonDepth(wide('[[[[]]]]'), 'utf-16le', limits)).toThrow()
    // The second byte of a letter may look like a bracket.
    expect(
      checkJsonDepth(
        Uint8Array.from([0x5b, 0, ...Array.from({ length: 9 }, () => [0x41, 0x5b]).flat(), 0x5d, 0]),
        'utf-16le',
        limits,
      ),
    ).toBeUndefined()
  })
})
