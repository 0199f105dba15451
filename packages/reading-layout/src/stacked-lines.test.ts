import { expect, it } from 'vitest'
import { areStacked } from './stacked-lines.ts'
import type { TextLine } from './text-lines.ts'

const stacked = (...texts: readonly string[]): boolean =>
  areStacked(texts.map((text) => ({ text, hyphenated: text.endsWith('-') }) as TextLine))

it('tells lines of an address from narrow prose', () => {
  expect(stacked('Marlow House Hotel', '22 Quay Street', 'Bristol BS2 8HH')).toBe(true)
  expect(stacked('Fax: 0711 / 555-0121', 'kerner@stadtwerke.example')).toBe(true)
  expect(stacked('Geschäftsführer: Dr. U. Maier', 'HRB 1234, Amtsgericht Stuttgart')).toBe(true)
  expect(stacked('Mason & Reed LLP', 'c/o Front Desk', '2 Milk Street')).toBe(true)
  expect(stacked('The Owner lets the yard', 'to the Hirer for', 'Sundays in May')).toBe(false)
  expect(stacked('General', 'Fiasco', 'Auger', 'Bane')).toBe(false)
  expect(stacked('Der Eigentümer über-', 'Lassen bleibt')).toBe(false)
  expect(stacked('The Owner lets it.', 'The Hirer pays.', 'Both sign.')).toBe(false)
  expect(stacked('A line that is as long as those of prose mostly are', 'So is this one')).toBe(false)
})

it('tells an address below the line of its sender, which is in smaller type and may be long', () => {
  const sender = { text: 'Notary Public Weiss · 9 Station Road · Bristol BS1 6QF', size: 7, hyphenated: false }
  const address = ['Mr', 'Dr. Karl Obermann', '22 Linden Way', 'Bristol BS2 8HH']
  const below = (size: number): TextLine[] =>
    [sender, ...address.map((text) => ({ text, size, hyphenated: false }))].map((line) => line as TextLine)
  expect(areStacked(below(11))).toBe(true)
  expect(areStacked(below(7))).toBe(false)
})
