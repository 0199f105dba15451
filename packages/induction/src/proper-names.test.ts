import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { expect, it } from 'vitest'
import { properNames } from './proper-names.ts'

const namesIn = (text: string, isGerman = false): string[] =>
  properNames(text, new Set(['Client']), isGerman).map((mark) => mark.text)

it('finds what looks like a name within a sentence, and nothing that all samples or many texts say', () => {
  expect(namesIn('You have insurance with Halden Mutual, and our Gold plan.')).toEqual(['Halden Mutual', 'Gold'])
  expect(namesIn('Our Client pays VAT for the Client under the Consumer Rights Act.')).toEqual([])
  expect(namesIn('Le contrat est suivi par Crédit Agricole de Bretagne.')).toEqual(['Crédit Agricole de Bretagne'])
})

it('takes no noun of German for a name', () => {
  expect(namesIn('Sie darf Untervollmacht erteilen, wenn Sie Vertretung brauchen.', true)).toEqual([])
  expect(namesIn('Es gilt die Police bei der Halden Versicherung weiter.', true)).toEqual(['Halden Versicherung'])
})

it.each(['with Aa ', 'Aa ', 'a', 'a, A'])('takes linear time for %j over and over', async (piece) => {
  await expectLinearTime(
    2000,
    (size) => piece.repeat(size),
    (text) => properNames(text, new Set(), false),
  )
})
