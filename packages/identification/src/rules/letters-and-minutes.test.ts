import { modelOfText, type WantedField } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What is found in a text of fields that have a name alone, or a type or more too. */
async function factsOf(text: string, ...wanted: readonly (string | WantedField)[]) {
  const fields = wanted.map((one) => (typeof one === 'string' ? { name: one } : one))
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields } as const
  const found = await identifier.identify(request, { signal })
  return Object.fromEntries(found.fields.map(({ name, value }) => [name, value]))
}

const letter = (body: string): string => `Harrow & Pike LLP
14 Cornhill, London EC3V 3ND

2 November 2026

Mrs Eleanor Whitcombe
The Old Rectory
Church Lane
Little Marden
Wiltshire SN8 3QT

Dear Mrs Whitcombe

${body}

Yours sincerely
Margaret Pike
`

describe('letters', () => {
  it('have the day of a letter that speaks of itself', async () => {
    const text = letter('You may cancel within fourteen days of the date of this letter.')
    expect(await factsOf(text, 'letterDate')).toEqual({ letterDate: '2026-11-02' })
  })

  it('have the name of a house in the address of whom they are sent to', async () => {
    const address = 'The Old Rectory, Church Lane, Little Marden, Wiltshire SN8 3QT'
    const field = { name: 'clientAddress', type: 'address' } as const
    expect(await factsOf(letter('Thank you for instructing us.'), field)).toEqual({ clientAddress: address })
  })

  it.each([
    ['The work is done by Daniel Osei, under the supervision of our partner Margaret Pike.', 'supervisor'],
    ['La mission est menée sous la direction de Mme Margaret Pike.', 'direction'],
    ['Das Gutachten entstand unter der Leitung von Margaret Pike.', 'leitung'],
    ['I lavori si svolgono sotto la supervisione di Margaret Pike.', 'supervisione'],
  ])('say under whom something is done: %s', async (text, name) => {
    expect(await factsOf(text, { name, type: 'person' })).toEqual({ [name]: 'Margaret Pike' })
  })

  it.each([
    ['Our charges are calculated at £285 per hour plus VAT, and £460 for searches.', 'hourlyRate', '285', 'GBP'],
    ['Wir berechnen 180 EUR pro Stunde und pauschal 90 EUR für Kopien.', 'stundensatz', '180', 'EUR'],
    ['Nos honoraires sont de 220 € de l’heure, les frais de 60 €.', 'tauxHoraire', '220', 'EUR'],
    ['Consultants are charged at $1,400 per day; travel is $300.', 'dailyRate', '1400', 'USD'],
  ])('say what an hour or a day costs: %s', async (text, name, amount, currency) => {
    expect(await factsOf(text, { name, type: 'money' })).toEqual({ [name]: { amount, currency } })
  })

  it.each([
    ['Das Konto lautet DE89 3704 0044 0532 0130 00 bei der Commerzbank.', 'Commerzbank'],
    ['Please pay into GB29 NWBK 6016 1331 9268 19 at Bank of Scotland plc, quoting 12.', 'Bank of Scotland plc'],
    ['sur le compte FR14 2004 1010 0505 0001 3M02 606 auprès de la Banque Postale.', 'Banque Postale'],
  ])('say with which bank an account is: %s', async (text, bank) => {
    expect(await factsOf(text, 'bank')).toEqual({ bank })
  })

  it('say of several amounts which is for what', async () => {
    const text = 'Les dommages sont estimés à 4 380 € pour les embellissements et à 1 250 € pour le mobilier.'
    for (const [name, amount] of [
      ['mobilier', '1250'],
      ['embellissements', '4380'],
      ['dommagesEmbellissements', '4380'],
    ] as const)
      expect(await factsOf(text, { name, type: 'money' })).toMatchObject({ [name]: { amount } })
  })

  it('tell whom something is done to from who does it', async () => {
    const text = 'Dossier 12 – assureur : Mutuelle Atlantique\n\nMadame,\n\nVotre assureur nous a mandatés.\n'
    expect(await factsOf(text, 'assurée', 'assureur')).toEqual({ assureur: 'Mutuelle Atlantique' })
  })

  it.each([
    [
      'Overeenkomst van lening\nDe eerste termijn vervalt op 1 januari 2027.\n\nAldus opgemaakt te Amersfoort op 24 november 2026.\n',
      'datumOvereenkomst',
      'plaats',
      'Amersfoort',
    ],
    [
      'Contrat de prêt\nLa première échéance est due le 1 janvier 2027.\n\nFait en deux exemplaires à Lyon le 24 novembre 2026.\n',
      'dateContrat',
      'lieu',
      'Lyon',
    ],
  ])('say where and when they were made: %s', async (text, day, name, place) => {
    expect(await factsOf(text, day, name)).toEqual({ [day]: '2026-11-24', [name]: place })
  })

  it.each([
    ['vermietet wird eine Wohnung mit einer Wohnfläche von ca. 78,5 m².', 'wohnflaeche', '78,5 m²'],
    ['The unit has a floor area of 1,250 sq ft and a loading bay.', 'floorArea', '1,250 sq ft'],
    ['un terrain d’une superficie de 812 m² environ.', 'superficie', '812 m²'],
  ])('measure what they name: %s', async (text, name, value) => {
    expect(await factsOf(text, name)).toEqual({ [name]: value })
  })
})

describe('minutes', () => {
  const minutes = `MINUTES

Minutes of a meeting of the directors of Brightwater Foods Limited (company number 08123456) held at 3 Quay Street, Bristol BS1 4AX on Tuesday 13 October 2026.

Present: Ruth Adeyemi (chair), Simon Lund
In attendance: Kate O'Dowd (secretary)

1. Dividend. IT WAS RESOLVED to declare an interim dividend, payable on 30 November 2026.
2. Bank facility. The directors approved a facility of £2.5m with Lloyds Bank plc.
3. The next meeting will be held on 12 January 2027.
`
  it('tell the day of the meeting from that of the next', async () => {
    expect(await factsOf(minutes, 'meetingDate', { name: 'nextMeeting', type: 'date' })).toEqual({
      meetingDate: '2026-10-13',
      nextMeeting: '2027-01-12',
    })
    const german = 'Protokoll\nDie nächste Sitzung wird am 12.01.2027 abgehalten.\nSitzung vom 13.10.2026, Raum 2.\n'
    expect(await factsOf(german, 'sitzungsdatum')).toEqual({ sitzungsdatum: '2026-10-13' })
  })

  it('tell who has an office that stands in brackets behind a name', async () => {
    expect(await factsOf(minutes, 'chair', 'secretary')).toEqual({ chair: 'Ruth Adeyemi', secretary: "Kate O'Dowd" })
  })

  it('tell their own firm by its number, and a bank by its name', async () => {
    expect(await factsOf(minutes, 'company', 'bank')).toEqual({
      company: 'Brightwater Foods Limited',
      bank: 'Lloyds Bank plc',
    })
    const two =
      'PROTOKOLL\n\nDie Acme Metallbau GmbH, eingetragen als Marke, schuldet der Brightwater Feinkost GmbH (eingetragen im Handelsregister unter HRB 48115) ein Entgelt.\n'
    expect(await factsOf(two, { name: 'gesellschaft', type: 'organization' })).toEqual({
      gesellschaft: 'Brightwater Feinkost GmbH',
    })
  })

  it('take no sentence behind a title for its value', async () => {
    expect(await factsOf(minutes, 'dividend')).toEqual({})
  })
})

describe('contracts', () => {
  it.each([
    [
      "Entre les soussignés :\nMonsieur Alain Berthier, né le 2 mai 1962 à Dijon, ci-après « le vendeur »,\net\nMadame Inès Carpentier, demeurant à Lyon, ci-après « l'acquéreur »,\n\nLe vendeur vend à l'acquéreur un appartement.\n",
      { vendeur: 'Alain Berthier', acquereur: 'Inès Carpentier' },
    ],
    [
      'Tra il sig. Giorgio Marchetti, nato a Parma il 12/06/1958, locatore,\ne la sig.ra Elena Popescu, residente in Parma, conduttrice.\n\n1. Il locatore concede in locazione alla conduttrice un locale.\n',
      { locatore: 'Giorgio Marchetti', conduttrice: 'Elena Popescu' },
    ],
  ])('tell who has a role that is said in a clause: %s', async (text, roles) => {
    const found = await factsOf(text, ...Object.keys(roles))
    const names = Object.entries(found).map(([role, value]) => [
      role,
      typeof value === 'object' && value !== null && 'name' in value ? value.name : value,
    ])
    expect(Object.fromEntries(names)).toEqual(roles)
  })

  it.each([
    ['Il contratto ha durata di anni quattro.', 'durata', 'P4Y'],
    ['La conduttrice può recedere con preavviso di mesi 6 (sei).', 'preavviso', 'P6M'],
    ['Negli anni 80 la casa era vuota, per mesi.', 'durata', undefined],
  ])('have lengths of time whose count stands behind: %s', async (text, name, value) => {
    expect(await factsOf(text, { name, type: 'duration' })).toEqual(value === undefined ? {} : { [name]: value })
  })

  it('say who keeps a role', async () => {
    expect(await factsOf('Ihr Vorgesetzter bleibt Herr Matthias Kern.', 'vorgesetzter')).toEqual({
      vorgesetzter: 'Matthias Kern',
    })
  })
})
