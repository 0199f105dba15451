import { describe, expect, it } from 'vitest'
import { isSpaceName, readSpaceName } from './space-name.ts'

describe('the name of a space', () => {
  it.each(['a', 'lisbon', 'team-2', 'a'.repeat(32), 'common2'])('may be %j', (name) => {
    expect(readSpaceName(name)).toEqual({ space: name })
    expect(isSpaceName(name)).toBe(true)
  })

  it.each(['', 'A', '2a', '-a', 'a_b', 'a/b', '..', 'ä', 'a b', 'a'.repeat(33), 'a\n', 'nul', 'com1'])(
    'is not %j',
    (name) => {
      expect(readSpaceName(name)).toEqual({ fault: expect.stringMatching(/^The name of a space/) })
      expect(isSpaceName(name)).toBe(false)
    },
  )

  it('of the common space is written out, and never a principal’s', () => {
    expect(readSpaceName('common')).toEqual({ space: '' })
    expect(isSpaceName('common')).toBe(false)
  })
})
