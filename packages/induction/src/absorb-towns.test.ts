import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { townAround } from './absorb-towns.ts'
import { inductionUntil } from './lines-fixture.ts'
import { TokenWeigher } from './weighed-tokens.ts'

const induce = inductionUntil(new AbortController().signal)

/** What the fields of a template have in its first sample, which is filled again as it was. */
async function valuesOf(...texts: readonly string[]): Promise<readonly unknown[]> {
  const { samples } = await induce(texts)
  expect(samples.every(({ exact }) => exact)).toBe(true)
  return Object.values(samples[0]?.data ?? {})
}

describe('the town that all clients live in', () => {
  it('is part of the line with their postcodes', async () => {
    expect(
      await valuesOf(
        'Kade 4\n3311 KR Dordrecht\nGeachte klant,',
        'Dijk 77\n3312 AA Dordrecht\nGeachte klant,',
        'Plein 9\n3313 LK Dordrecht\nGeachte klant,',
      ),
    ).toContain('3311 KR Dordrecht')
  })

  it('is part of a line whose postcodes are cut in two', async () => {
    expect(
      await valuesOf(
        '18 Henrietta Street\nBath BA2 6LN\nDear tenant,',
        '4 Bear Flat\nBath BA2 4QD\nDear tenant,',
        '77 Wells Road\nBath BA2 3AN\nDear tenant,',
      ),
    ).toContain('Bath BA2 6LN')
  })

  it('is part of an address with one postcode', async () => {
    expect(
      await valuesOf(
        'et Madame Herbert, demeurant 14 rue Bressigny, 49100 Angers, ci-après le Locataire',
        'et Monsieur Tessier, demeurant 60 avenue Pasteur, 49100 Angers, ci-après le Locataire',
        'et Madame Picard, demeurant 9 rue Plantagenêt, 49100 Angers, ci-après le Locataire',
      ),
    ).toContain('14 rue Bressigny, 49100 Angers')
  })

  it('is part of an address within a sentence', async () => {
    expect(
      await valuesOf(
        'wohnhaft Neckarstraße 4, 78056 Villingen, nachfolgend Mieter',
        'wohnhaft Ringweg 19, 78048 Villingen, nachfolgend Mieter',
        'wohnhaft Schulgasse 2, 78050 Villingen, nachfolgend Mieter',
      ),
    ).toContain('Neckarstraße 4, 78056 Villingen')
  })

  it('is none behind other numbers', async () => {
    expect(await valuesOf('Rechnung 10442 Landshut', 'Rechnung 10517 Landshut', 'Rechnung 11003 Landshut')).toEqual([
      '10442',
    ])
  })

  it('costs no more than the text is long', async () => {
    const make = (size: number) => new TokenWeigher(new Map()).weigh(' Aa-a'.repeat(size))
    const line = { begins: true, ends: true }
    await expectLinearTime(2000, make, (tokens) =>
      townAround(['11111', '22222'], { before: tokens, after: tokens }, line),
    )
  })
})

describe('a field of the caller', () => {
  const texts = ['Norfolk Mills Ltd', 'Mrs Jane Pope', 'Ferry Inn'].map(
    (client, at) =>
      `Hallam Joinery\nInvoice no: 220${at}\nDate: ${at + 3} March 2026\nClient: ${client}\nTotal: £${at}47.00`,
  )

  it('is found where some of the samples have its examples', async () => {
    const { fields } = await induce(texts, { fields: [{ name: 'buyerTitle', examples: ['Mrs Jane Pope'] }] })
    expect(fields.map(({ name }) => name)).toContain('buyerTitle')
  })

  it('is that of a label that leaves out that it is a name', async () => {
    const { fields } = await induce(texts, { fields: [{ name: 'clientName' }] })
    expect(fields.map(({ name }) => name)).toContain('clientName')
  })
})
