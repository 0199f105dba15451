import { describe, expect, it } from 'vitest'
import { editDistance, fold, suggest } from './suggest.ts'

it('puts case, joints and accents aside', () => {
  expect(fold('Customer_Näme -x')).toBe('customernamex')
})

describe('the distance of two words', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'abd', 1],
    ['abc', 'ab', 1],
    ['ab', 'abc', 1],
    ['abcd', 'abdc', 1],
    ['bacd', 'abcd', 1],
    ['ab', 'ba', 1],
    ['ca', 'abc', 3],
    ['abcd', 'badc', 2],
    ['kitten', 'sitting', 3],
    ['a', 'b', 1],
    ['xabcy', 'yabcx', 2],
  ])('%j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b, 9)).toBe(distance)
    expect(editDistance(b, a, 9)).toBe(distance)
  })

  it('is not told exactly beyond its limit', () => {
    expect(editDistance('kitten', 'sitting', 2)).toBe(3)
    expect(editDistance('abcd', 'wxyz', 2)).toBe(3)
    expect(editDistance('abc', 'abcde', 1)).toBe(2)
    expect(editDistance('abc', 'abcde', 2)).toBe(2)
  })

  it('of very long words is told only where they are the same', () => {
    const long = 'x'.repeat(129)
    expect(editDistance(long, long, 3)).toBe(0)
    expect(editDistance(long, `${long.slice(1)}y`, 3)).toBe(4)
    expect(editDistance(long.slice(1), `${long.slice(2)}y`, 3)).toBe(1)
    expect(editDistance(long.slice(1), long, 3)).toBe(4)
  })
})

describe('what was meant', () => {
  it.each([
    ['nmae', ['address', 'name'], 'name'],
    ['customer_name', ['customerName'], 'customerName'],
    ['name', ['name', 'Name'], 'Name'],
    ['ab', ['ax', 'xy'], 'ax'],
    ['a', ['b'], undefined],
    ['abc', ['xyc'], undefined],
    ['abcd', ['abxy'], 'abxy'],
    ['abcd', ['axyz'], undefined],
    ['abcdefgh', ['abcdefxy'], 'abcdefxy'],
    ['abcdefgh', ['abcdexyz'], undefined],
    ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'],
    ['abcdefghi', ['abcdewxyz'], undefined],
    ['naem', ['nam', 'name'], 'nam'],
    ['name', [], undefined],
    ['name', ['nonsense'], undefined],
  ])('by %j of %j is %j', (name, candidates, meant) => expect(suggest(name, candidates)).toBe(meant))
})
