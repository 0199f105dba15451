import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { areAddresses } from './absorb-addresses.ts'
import { inductionUntil } from './lines-fixture.ts'

const induce = inductionUntil(new AbortController().signal)

async function valuesOf(...texts: readonly string[]): Promise<readonly unknown[]> {
  const { samples } = await induce(texts)
  expect(samples.every(({ exact }) => exact)).toBe(true)
  return Object.values(samples[0]?.data ?? {})
}

describe('what addresses have in common by chance', () => {
  it('is no text of the template: the first half of a postcode, a town, a state', async () => {
    expect(
      await valuesOf(
        'Dear tenant,\nKendal LA9 4JL\nThe flat at 410 Maple Avenue, Dayton, OH 45402 is let.',
        'Dear tenant,\nKendal LA9 4SY\nThe flat at 412 Maple Avenue, Dayton, OH 45402 is let.',
        'Dear tenant,\nBurneside LA9 6QT\nThe flat at 77 Third Street, Dayton, OH 45403 is let.',
      ),
    ).toEqual(['Kendal LA9 4JL', '410 Maple Avenue, Dayton, OH 45402'])
  })

  it('is no text of the template: what all streets begin with', async () => {
    expect(
      await valuesOf(
        'Szanowni Państwo,\nul. Wrotkowska 12/4\nzamieszkała przy ul. Polnej 3/8, 61-664 Poznań, dalej Najemca',
        'Szanowni Państwo,\nul. Wrotkowska 12/9\nzamieszkała przy ul. Rolnej 40, 61-491 Poznań, dalej Najemca',
        'Szanowni Państwo,\nul. Polna 7/21\nzamieszkała przy ul. Leśnej 77/2, 60-529 Poznań, dalej Najemca',
      ),
    ).toEqual(['ul. Wrotkowska 12/4', 'ul. Polnej 3/8, 61-664 Poznań'])
  })

  it('is never a word of the sentence between a name and where it lives', async () => {
    expect(
      await valuesOf(
        'I, Rosalind Hart of 2 Cliff Road, Whitby YO21 3HB, holder of no card, appoint Ed Moss of 10 Silver Street, Whitby YO21 3BU to act.',
        'I, Vikram Nair of 88 Roundhay Road, Leeds LS8 4AR, holder of no card, appoint Meera Lund of 5 Oak Grove, Harrogate HG1 5LT to act.',
        'I, Phyllis Agnew of The Old Forge, Goathland YO22 5AN, holder of no card, appoint Cy Wood of 17 Hole Road, Selby YO22 5JY to act.',
      ),
    ).toEqual(['Rosalind Hart', '2 Cliff Road, Whitby YO21 3HB', 'Ed Moss', '10 Silver Street, Whitby YO21 3BU'])
  })

  it('is text where the values are no addresses', async () => {
    expect(await valuesOf('The lamp L2 costs 40 pounds', 'The chair L2 costs 55 pounds')).toEqual(['lamp', '40'])
  })

  it('costs no more than the text is long', async () => {
    await expectLinearTime(
      2000,
      (size) => 'Aa, '.repeat(size),
      (text) => areAddresses([text, text], true),
    )
  })
})
