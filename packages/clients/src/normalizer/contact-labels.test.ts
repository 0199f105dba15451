import type { SourceRow } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createClientNormalizer } from './client-normalizer.ts'

async function clientOf(cells: Readonly<Record<string, string>>) {
  const values = Object.entries(cells).map(([column, value]) => ({ column, value }))
  const row: SourceRow = { row: 1, values, faults: [], cursor: '1' }
  const normalizer = createClientNormalizer()
  const mapping = await normalizer.map(Object.keys(cells), [row], {})
  const [result] = await normalizer.normalize([row], mapping, { locale: 'en', country: 'DE' })
  return result?.data
}

const [one, two] = ['+49 30 901820', '+49 171 5550199']
const [first, second] = ['+4930901820', '+491715550199']

describe('what a telephone is called', () => {
  it.each([
    ['Work Phone', 'Mobile Phone'],
    ['Telefon geschäftlich', 'Handy'],
    ['Téléphone bureau', 'Téléphone portable'],
    ['Teléfono trabajo', 'Móvil'],
    ['Telefono ufficio', 'Cellulare'],
    ['Telefoon werk', 'Mobiele telefoon'],
    ['Telefon służbowy', 'Telefon komórkowy'],
    ['рабочий телефон', 'мобильный телефон'],
    ['会社電話', '携帯電話'],
    ['İş telefonu', 'Cep telefonu'],
  ])('is read from its column: %s, %s', async (work, mobile) => {
    const data = await clientOf({ Name: 'Ada King', [work]: one, [mobile]: two })
    expect(data?.contactLabels).toEqual({ [first]: ['work'], [second]: ['mobile'] })
  })

  it('is read from the column beside it, as Google writes it', async () => {
    const data = await clientOf({
      Name: 'Ada King',
      'E-mail 1 - Label': '* Home',
      'E-mail 1 - Value': 'ada@example.com',
      'Phone 1 - Label': 'Mobile',
      'Phone 1 - Value': two,
      'Phone 2 - Type': 'Her assistant',
      'Phone 2 - Value': one,
      'Phone 3 - Label': 'Work Fax',
      'Phone 3 - Value': '+49 30 901821',
    })
    expect(data).toMatchObject({
      phones: [second, first],
      contactLabels: { 'ada@example.com': ['private'], [second]: ['mobile'], [first]: ['Her assistant'] },
      custom: { 'TEL.fax': '+4930901821' },
    })
  })

  it('is read from the word beside it in its cell, where it is one that is known', async () => {
    const data = await clientOf({ Name: 'Ada King', Telefon: `Büro: ${one}, Mobil ${two}, Fax: +49 30 901821` })
    expect(data).toMatchObject({
      phones: [first, second],
      contactLabels: { [first]: ['work'], [second]: ['mobile'] },
      custom: { 'TEL.fax': '+4930901821' },
    })
    expect((await clientOf({ Name: 'Ada King', Telefon: `T ${one}` }))?.contactLabels).toBeUndefined()
  })

  it('is nothing where nothing is said', async () => {
    expect((await clientOf({ Name: 'Ada King', Phone: one }))?.contactLabels).toBeUndefined()
  })
})
