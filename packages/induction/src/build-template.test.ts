import { expect, it } from 'vitest'
import { inductionUntil } from './lines-fixture.ts'

const induce = inductionUntil(new AbortController().signal)

it('lays who signs, and as what, over each other where the same people sign several samples', async () => {
  const letter = (client: string, signer: string, role: string): string =>
    `Dear ${client}\nThank you for your letter.\nYours sincerely\n${signer}\n${role}`
  const { samples } = await induce([
    letter('Mr Holt', 'Helen Barnes', 'Partner'),
    letter('Mrs Wood', 'Tunde Okoro', 'Associate'),
    letter('Ms Lund', 'Helen Barnes', 'Partner'),
    letter('Mr Pike', 'Tunde Okoro', 'Associate'),
  ])
  expect(samples.map(({ data }) => Object.values(data))).toEqual([
    ['Mr Holt', 'Helen Barnes', 'Partner'],
    ['Mrs Wood', 'Tunde Okoro', 'Associate'],
    ['Ms Lund', 'Helen Barnes', 'Partner'],
    ['Mr Pike', 'Tunde Okoro', 'Associate'],
  ])
})
