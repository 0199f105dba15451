import { describe, expect, it } from 'vitest'
import { contentsNumbers } from './contents-numbers.ts'

const entries = (...list: readonly (readonly [number, string])[]) => list.map(([level, number]) => ({ level, number }))
const kept = (level: number, number: string) => ({ level, old: { level, number } })

describe('the numbers of headings in a table of contents', () => {
  it('are counted on as the old ones are', () => {
    const old = entries([1, '1'], [2, '1.1'], [2, '1.2'], [1, '2'], [2, '2.1'])
    expect(contentsNumbers(old, [{ level: 1 }, { level: 1 }, { level: 2 }, { level: 2 }, { level: 2 }])).toEqual([
      '1',
      '2',
      '2.1',
      '2.2',
      '2.3',
    ])
  })

  it('of clauses run on through the parts of a contract, where they did', () => {
    const old = entries([1, 'Part 1'], [2, '§ 1'], [2, '§ 2'], [1, 'Part 2'], [2, '§ 3'])
    const headings = [kept(1, 'Part 1'), kept(2, '§ 1'), kept(1, 'Part 2'), kept(2, '§ 3'), { level: 2 }]
    expect(contentsNumbers(old, headings)).toEqual(['Part 1', '§ 1', 'Part 2', '§ 2', '§ 3'])
  })

  it('that are letters stay as long as nothing is before them that was not, and are not made up', () => {
    const old = entries([1, 'A.'], [1, 'B.'], [1, 'C.'])
    expect(contentsNumbers(old, [{ level: 1 }, { level: 1 }, { level: 1 }, { level: 1 }])).toEqual([
      'A.',
      'B.',
      'C.',
      undefined,
    ])
    expect(contentsNumbers(old, [{ level: 1 }, { level: 2 }, { level: 1 }])).toEqual(['A.', '', undefined])
  })

  it('are not given to headings that had none', () => {
    const old = entries([1, ''], [1, '1'], [1, '2'])
    expect(contentsNumbers(old, [kept(1, '1'), kept(1, ''), kept(1, '2')])).toEqual(['1', '', '2'])
    expect(contentsNumbers(entries([1, '']), [kept(1, ''), { level: 1 }])).toEqual(['', ''])
  })
})
