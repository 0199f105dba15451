import type { InduceRequest } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { inductionUntil } from './lines-fixture.ts'

const induce = inductionUntil(new AbortController().signal)

/** The names of the fields in the order of the text, of samples that are a pattern with the values of each in it. */
const namesOf = async (pattern: string, ...rows: readonly (readonly string[])[]): Promise<readonly string[]> => {
  const { fields, samples } = await induce(
    rows.map((row) => row.reduce((text, value) => text.replace('{}', value), pattern)),
  )
  expect(samples.every(({ exact }) => exact)).toBe(true)
  return fields.map(({ name }) => name)
}

const people = [
  ['Iris Novak', '12 Elm Road, Kent', 'Paul Reyes', '8 Bay Street, Dover'],
  ['Omar Haddad', '3 Oak Court, Salem', 'Tina Wells', '77 River Road, Albany'],
  ['Jill Stone', '9 Birch Way, Troy', 'Hugo Lind', '5 Lake View, Utica'],
] as const

describe('names', () => {
  it.each([
    'Made by {} (“Lender”), of {}, and {} (“Borrower”), of {}.',
    'Made between {}, residing at {} (the “Lender”), and {}, with its office at {} (hereinafter the “Borrower”).',
    'Between {}, of {}, hereinafter called the “Lender”, and {}, of {}, hereinafter called the “Borrower”.',
  ])('give parties the roles that the text defines, and their addresses with them: %s', async (pattern) => {
    expect(await namesOf(pattern, ...people)).toEqual(['lender', 'lenderAddress', 'borrower', 'borrowerAddress'])
  })

  it('are taken from what stands below a name', async () => {
    const pattern = 'In the county court\n{}\nClaimant\nand\n{}\n- Defendant -'
    expect(await namesOf(pattern, ['ANNA MOSS', 'BEN HOLT'], ['CY WOOD LTD', 'EVA WOLF'])).toEqual([
      'claimant',
      'defendant',
    ])
  })

  it('tell the parties of a case, and the day of the week', async () => {
    const pattern = 'The matter of {} v. {} is heard on {} in this court.'
    const rows = [
      ['Barth', 'Uelzen Works GmbH', 'Tuesday'],
      ['Nowak', 'Brill Homes KG', 'Friday'],
    ]
    expect(await namesOf(pattern, ...rows)).toEqual(['claimant', 'defendant', 'weekday'])
  })

  it('take no word that any sentence has for what a value is', async () => {
    const pattern = 'Wir treffen uns um {} Uhr, und zahlen bitte bis zum {} an der Kasse.'
    expect(await namesOf(pattern, ['10:30', '3. März 2026'], ['14:00', '5. Mai 2026'])).toEqual([
      'treffenTime',
      'zahlenDate',
    ])
  })

  it('take no plate and no room for an address', async () => {
    const pattern = 'It was last seen {} by the guard.'
    expect(await namesOf(pattern, ['HL-KO 421'], ['HH-AB 90'])).not.toContain('address')
    expect(await namesOf('Then {} was left.', ['B 214'], ['A 003'])).not.toContain('address')
  })

  it('say of a place that it is one', async () => {
    const pattern = '{}, den {}\nHerr Holt, geboren am {} in {}, arbeitet als {} in {}.'
    expect(
      await namesOf(
        pattern,
        ['Ulm', '3. Mai 2026', '4. Juni 1980', 'Trier', 'Gärtner', 'Ulm'],
        ['Jena', '9. Juli 2026', '1. März 1991', 'Gera', 'Maler', 'Suhl'],
        ['Hof', '2. Mai 2027', '8. Juli 1975', 'Köln', 'Koch', 'Selb'],
      ),
    ).toEqual(['place', 'date', 'geborenDate', 'birthPlace', 'position', 'place2'])
  })

  it('have the town with its postcode, though all live in it', async () => {
    const pattern = '{}\n{}\n{} Köln\nSehr geehrte Damen und Herren,'
    expect(await namesOf(pattern, ['Ada Lund', 'Talweg 5', '50667'], ['Bo Ahl', 'Ring 9', '50996'])).toEqual([
      'recipientName',
      'street',
      'city',
    ])
  })

  it('tell the old from the new amount, and leave out figures in brackets', async () => {
    const pattern = 'Your rent rises from {} to {}.\nVAT (20%): {}\nCall {} today.\nReceived in good order by {}'
    expect(
      await namesOf(
        pattern,
        ['€840.00', '€880.00', '€9.00', 'Sam Field', 'K. Berg'],
        ['€610.50', '€640.00', '€8.10', 'Rita Moss', 'L. Dunn'],
      ),
    ).toEqual(['oldAmount', 'newAmount', 'vat', 'contactName', 'receivedBy'])
  })
})

describe('values between words that all samples have', () => {
  it('stay apart where so many words cannot be the same by chance', async () => {
    const pattern = 'We confirm that {} donated {} to {} for {} today.'
    expect(
      await namesOf(
        pattern,
        ['Harold Finch', '£250.00', 'Wells Food Bank', 'winter meals'],
        ['Amy Stroud', '£40.00', 'Bath Bird Rescue', 'a new aviary'],
        ['Otto Lang', '£1.5 million', 'Poole Lifeboat Fund', 'engine repair'],
      ),
    ).toHaveLength(4)
  })

  it('are one where the words between are those that any text has', async () => {
    const pattern = 'Notes: {}.'
    expect(
      await namesOf(
        pattern,
        ['she spoke at some length of the old days in the village and of the river'],
        ['nobody in the room had heard of the plan for a second bridge before last week'],
        ['in spite of a wet week most came on foot and stayed until late at night'],
      ),
    ).toHaveLength(1)
  })
})

describe('words that go by who somebody is', () => {
  it('are named as forms, and part from the names before them', async () => {
    expect(
      await namesOf(
        'Il locatore {}, {} a Parma il {}, loca a {} la casa. {} paga.',
        ['Giulia Serra', 'nata', '3/4/1968', 'Piero Vanni', 'Il conduttore'],
        ['Bruno Galli', 'nato', '12/1/1959', 'Noemi Fabbri', 'La conduttrice'],
      ),
    ).toEqual(['locatore', 'nataForm', 'birthDate', 'loca', 'conduttoreForm'])
    expect(
      await namesOf(
        'We wrote that {} was here and {} work was good.',
        ['Alan Pike', 'his'],
        ['Dora Hill', 'her'],
        ['Eve Lamb', 'her'],
      ),
    ).toEqual(['name', 'pronoun'])
  })

  it('leave the role that the text gives before a label that says less', async () => {
    expect(
      await namesOf(
        'Between {} ("Landlord") and others.\nSigned: {}',
        ['Greta Holm', 'Greta Holm'],
        ['Omar Haddad', 'Omar Haddad'],
      ),
    ).toEqual(['landlord'])
  })
})

it('reads legal forms with dots, Italian dates and Spanish number signs whole', async () => {
  expect(
    await namesOf(
      'Fattura n.º {} della società {} dal {}',
      ['2026/015', 'Lumen S.r.l.', '1° ottobre 2026'],
      ['2026/022', 'Vela S.p.A.', '1° gennaio 2027'],
      ['2026/031', 'Orto S.r.l.', '1° maggio 2027'],
    ),
  ).toEqual(['fatturaNumber', 'dellaSocieta', 'dalDate'])
})

it('asks of what was found elsewhere only where one field alone has its value', async () => {
  const identify: InduceRequest['identify'] = async () => [
    {
      name: 'deposit',
      type: 'money',
      value: { amount: '780', currency: 'EUR' },
      raw: '780 €',
      confidence: 0.9,
      span: { start: 0, end: 5, locations: [] },
      method: 'rule',
      alternatives: [],
    },
  ]
  const { fields } = await induce(
    [
      'La renta es de 780 € al mes.\nLa fianza es de 780 € en total.',
      'La renta es de 650 € al mes.\nLa fianza es de 1.300 € en total.',
      'La renta es de 705 € al mes.\nLa fianza es de 1.410 € en total.',
    ],
    { identify },
  )
  expect(fields.map(({ name }) => name)).toEqual(['rentaAmount', 'fianzaAmount'])
})
