import { expect, it } from 'vitest'
import { scanIdentifiers } from './identifiers.ts'
import { scanTaxIds } from './tax-ids.ts'

const surest = (text: string): number =>
  [...scanTaxIds(text), ...scanIdentifiers(text)].reduce((most, { confidence }) => Math.max(most, confidence), 0)

it.each([
  ['DE136695976', 'DE136695977'],
  ['IT00743110157', 'IT00743110158'],
  ['BE0776091951', 'BE0776091952'],
  ['PL8567346215', 'PL8567346216'],
  ['PT501964843', 'PT501964844'],
  ['54362315K', '54362315Z'],
  ['213800KUD8LAJWSQ9D15', '213800KUD8LAJWSQ9D16'],
  ['US0378331005', 'US0378331006'],
  ['4111 1111 1111 1111', '4111 1111 1111 1112'],
])('%s is surer than %s, whose check digit is wrong', (right, wrong) => {
  expect(surest(right)).toBeGreaterThan(0.9)
  expect(surest(wrong)).toBeLessThan(surest(right))
})

it('says nothing of numbers that have none', () => expect(surest('RE-2026-0417')).toBe(0.8))
