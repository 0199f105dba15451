import { type FieldType, modelOfText, type WantedField } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'
import { indexText } from './text-index.ts'
import { scanAddresses } from './values/addresses.ts'

const addressesIn = (text: string): unknown[] => scanAddresses(indexText(text)).map(({ value }) => value)

describe('addresses', () => {
  it.each([
    ['number words before the house', 'Rua das Oliveiras, n.º 21, 3.º Esq., 3000-301 Coimbra'],
    ['a postcode behind the state', 'Rua Barão de Jaguara, 940, apto 71, Centro, Campinas - SP, CEP 13015-001'],
    ['a postcode behind the town', '31 Dorp Street, Stellenbosch, 7600'],
    ['a province in brackets', 'Via Remesina Interna 104, 41012 Carpi (MO)'],
    ['no word for a street', 'Polígono Las Arenas, nave 12, 39011 Santander'],
    ['a unit of a yard', 'Unit 7, Brunel Yard, Temple Meads, Bristol BS2 0PX'],
    ['doors behind the number', 'Kapuzinerberg 3/12, 4810 Gmunden'],
  ])('have %s', (_, address) => {
    expect(addressesIn(`Sede: ${address}.\n`)).toEqual([address])
    expect(addressesIn(`Sede:\n${address.replace(/, (?=[^,]*$)/u, '\n')}\n\nTel. 12`)).toEqual([address])
  })

  it.each([
    ['Hauptstraße 1, 10001 Berlin', 'Gartenweg 12, 20095 Hamburg', 'Marktplatz 3, 80331 München'],
    ['12 High Street, London, SW1A 1AA', '14 High Street, London, SW1A 1AB', '5 Mill Lane, Leeds, LS1 4AB'],
    [
      'Unit 7, Brunel Yard, Bristol BS2 0PX',
      'Unit 9, Brunel Yard, Bristol BS2 0PY',
      'Unit 4, Tanner Works, Leeds LS1 4AB',
    ],
  ])('are one each where there is one a line: %s', (...addresses) => {
    expect(addressesIn(`Branches:\n${addresses.join('\n')}\n`)).toEqual(addresses)
  })

  it('have two spaces between postcode and town, as the Dutch post asks', () => {
    expect(addressesIn('Dorpsstraat 88\n8011 AB  Zwolle\nBSN: 1')).toEqual(['Dorpsstraat 88, 8011 AB Zwolle'])
  })

  it('do not begin with what stands there', () => {
    const notice = 'I give up the lease of the'
    expect(addressesIn(`${notice} Wohnung Lindenstraße 12, 3. OG links, 50674 Köln, at the end of May.`)).toEqual([
      'Lindenstraße 12, 3. OG links, 50674 Köln',
    ])
    expect(addressesIn(`${notice} Flat 3, 12 High Street, Leeds LS1 4AB, at the end of May.`)).toEqual([
      'Flat 3, 12 High Street, Leeds LS1 4AB',
    ])
  })

  it('end with the sentence of their town', () => {
    expect(addressesIn('showroom, Kortrijksesteenweg 1144, 9051 Gent. Ter plaatse bel je ons')).toEqual([
      'Kortrijksesteenweg 1144, 9051 Gent',
    ])
  })

  it('are no days, sums or counts before what looks like a postcode', () => {
    expect(
      addressesIn('Paid on 12 March, 10000 Boxes\nInvoice 7, 2024 Annual Report\nTotal 9,50, 10115 Stueck'),
    ).toEqual([])
  })
})

describe('addresses by whose they are', () => {
  const identifier = createRuleIdentifier()
  const { signal } = new AbortController()
  const found = async (text: string, ...fields: readonly (readonly [string, FieldType])[]): Promise<unknown> => {
    const wanted = fields.map(([name, type]): WantedField => ({ name, type }))
    const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields: wanted } as const
    return Object.fromEntries(
      (await identifier.identify(request, { signal })).fields.map(({ name, value }) => [name, value]),
    )
  }

  it('follow the name of the party, wherever it has its role', async () => {
    const text = [
      'between Coral Logistics Pty Ltd of Level 4, 220 Wharf Street, Brisbane QLD 4000 (Employer)',
      'and Aroha Te Rangi of 18 Banksia Crescent, Carindale QLD 4152 (Employee).',
    ].join('\n')
    expect(await found(text, ['employerAddress', 'address'], ['employeeAddress', 'address'])).toEqual({
      employerAddress: 'Level 4, 220 Wharf Street, Brisbane QLD 4000',
      employeeAddress: '18 Banksia Crescent, Carindale QLD 4152',
    })
  })

  it('stand in the lines below the label', async () => {
    const text = 'Buyer (Bill to): Orchid Heights Society Ltd\nPlot 22, College Road, Nashik 422005\nState Code: 27\n'
    expect(await found(text, ['buyerAddress', 'address'])).toEqual({
      buyerAddress: 'Plot 22, College Road, Nashik 422005',
    })
  })
})
