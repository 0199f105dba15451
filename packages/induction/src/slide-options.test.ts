import { expect, it } from 'vitest'
import { inductionUntil } from './lines-fixture.ts'

const induce = inductionUntil(new AbortController().signal)

it('has one field for the value that all samples have, and an option with its own words behind it', async () => {
  const texts = [
    'Die Vollmacht gilt ab dem 01.03.2026. Er ist berechtigt, zu zeichnen.',
    'Die Vollmacht gilt ab dem 15.03.2026 und endet am 31.12.2026. Sie ist berechtigt, zu zeichnen.',
    'Die Vollmacht gilt ab dem 01.04.2026 und endet am 30.06.2026. Sie ist berechtigt, zu zeichnen.',
  ]
  const { fields, samples } = await induce(texts)
  expect(samples.map(({ exact }) => exact)).toEqual([true, true, true])
  expect(fields.map(({ values }) => values)).toEqual(
    expect.arrayContaining([
      ['01.03.2026', '15.03.2026', '01.04.2026'],
      ['31.12.2026', '30.06.2026'],
    ]),
  )
})
