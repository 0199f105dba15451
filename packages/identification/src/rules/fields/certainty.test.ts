import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { certaintyOf } from './certainty.ts'

const families = [
  ['receipt', 'address'],
  ['contract', 'effectiveDate'],
  ['other', undefined],
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
    const certaintyBy = certaintyOf(profile, field)
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('label', 'clause', 'position'),
        (one, other, method) => {
          const certainty = (score: number): number => certaintyBy(score, method)
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
    expect([0, 0.3, 0.55, 0.6, 0.83, 1].map((score) => Number(certainty(score, 'position').toFixed(3)))).toEqual([
      0, 0.3, 0.76, 0.78, 0.98, 0.98,
    ])
    expect(certaintyOf('contract', 'parties')(0.78, 'preamble')).toBe(0.45)
  })

  it('goes by what a value was found by', () => {
    const certainty = certaintyOf('contract', 'term')
    expect(certainty(0.65, 'clause')).toBe(0.5)
    expect(certainty(0.65, 'label')).toBeLessThan(0.4)
  })

  it('is the share of papers of all kinds where the field was not measured by itself', () => {
    for (const certainty of [
      certaintyOf('invoice', 'address'),
      certaintyOf('other', 'total'),
      certaintyOf('receipt', undefined),
    ]) {
      expect(certainty(0.3, 'label')).toBe(0.3)
      expect(certainty(0.5, 'label')).toBe(0.89)
      expect(certainty(0.6, 'type')).toBe(0.91)
    }
  })
})
