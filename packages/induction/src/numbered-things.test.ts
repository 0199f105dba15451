import { describe, expect, it } from 'vitest'
import { inductionUntil } from './lines-fixture.ts'

const induce = inductionUntil(new AbortController().signal)

describe('short numbers', () => {
  it('are one field where they are of the same thing', async () => {
    const text = (nr: number, level: number): string =>
      `Protokoll Nr. ${nr}\nDas Protokoll Nr. ${nr} wurde verlesen.\n${level}. Mahnung\nDies ist unsere ${level}. Mahnung an Sie.`
    const { fields } = await induce([text(4, 1), text(7, 3), text(9, 2)])
    expect(fields.map(({ occurrences }) => occurrences)).toEqual([2, 2])
  })

  it('are two fields where they count things', async () => {
    const text = (months: number): string =>
      `The notice period is ${months} months.\nThe probation lasts ${months} months.\nThank you for ${months} visits.`
    const { fields } = await induce([text(2), text(3), text(6)])
    expect(fields).toHaveLength(3)
  })
})
