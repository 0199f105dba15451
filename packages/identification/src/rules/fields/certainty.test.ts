import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { certaintyOf } from './certainty.ts'

const families = [
  ['receipt', 'merchant'],
  ['receipt', 'company'],
  ['receipt', 'date'],
  ['receipt', 'total'],
  ['contract', 'parties'],
  ['contract', 'term'],
  ['contract', 'governingLaw'],
] as const

describe('how likely a value is right', () => {
  it.each(families)('grows with its score, between 0 and 1: %s, %s', (profile, field) => {
    const certainty = certaintyOf(profile, field)
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (one, other) => {
          const [low, high] = [certainty(Math.min(one, other)), certainty(Math.max(one, other))]
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeLessThanOrEqual(1)
          expect(low).toBeLessThanOrEqual(high + 1e-12)
        },
      ),
    )
  })

  it('is what was measured, and between two measures on the line between them', () => {
    const certainty = certaintyOf('receipt', 'merchant')
    expect([0, 0.3, 0.55, 0.6, 0.83, 1].map((score) => Number(certainty(score).toFixed(3)))).toEqual([
      0, 0.3, 0.76, 0.78, 0.98, 0.98,
    ])
    expect(certaintyOf('contract', 'parties')(0.78)).toBe(0.45)
  })

  it('is the score where nothing was measured', () => {
    expect(certaintyOf('receipt', 'address')(0.6)).toBe(0.6)
    expect(certaintyOf('other', 'total')(0.6)).toBe(0.6)
    expect(certaintyOf('receipt', undefined)(0.6)).toBe(0.6)
  })
})
