import { type FieldType, modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What is found in the lines of a paper, by name: amounts without their currency, parties by their names. */
async function factsOf(lines: readonly string[], wanted?: Readonly<Record<string, FieldType>>) {
  const fields = wanted && Object.entries(wanted).map(([name, type]) => ({ name, type }))
  const request = { model: modelOfText(lines.join('\n')), profile: 'auto', minConfidence: 0.3 } as const
  const found = await identifier.identify({ ...request, ...(fields ? { fields } : {}) }, { signal })
  return Object.fromEntries(found.fields.map(({ name, value }) => [name, plain(value)]))
}
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('amount' in value) return value.amount
  return 'name' in value ? value.name : value
}

describe('the head of a letter', () => {
  const swedish = [
    'Mälarbanken',
    'Box 410',
    '721 05 Västerås',
    '',
    '2026-06-08',
    '',
    'Anna-Karin Lund',
    'Björkvägen 3',
    '722 18 Västerås',
    '',
    'Ditt bolån 9044-118-227',
    '',
    'Hej!',
    '',
    'Räntan ändras den 1 juli 2026. Har du frågor ring Johan Palm på 021-555 01 20.',
    '',
    'Vänliga hälsningar',
    'Mälarbanken',
  ]
  it('has whom it is for above an address that is not the first', async () => {
    expect(await factsOf(swedish, { kund: 'person' })).toEqual({ kund: 'Anna-Karin Lund' })
    const { sender, recipient, subject } = await factsOf(swedish)
    expect({ sender, recipient, subject }).toEqual({
      sender: undefined,
      recipient: 'Anna-Karin Lund',
      subject: 'Ditt bolån 9044-118-227',
    })
  })

  it('is that of a message, whose receiver has a whole name there', async () => {
    const mail = [
      'From: Malin Berg <malin@b.example>',
      'To: Henrik Ros <h@p.example>',
      'Date: 18 June 2026',
      '',
      'Hej Henrik!',
    ]
    const wanted = { kund: 'person', avsändare: 'party' } as const
    expect(await factsOf([...mail, '', 'Priset är 1 950 kr.'], wanted)).toEqual({
      kund: 'Henrik Ros',
      avsändare: 'Malin Berg',
    })
  })

  it('has a bank whose name begins with that word', async () => {
    const lines = ['Bank Mazowiecki S.A.', 'ul. Marszałkowska 100', '00-026 Warszawa']
    expect(await factsOf(lines, { bank: 'organization' })).toEqual({ bank: 'Bank Mazowiecki S.A.' })
  })

  it('has no town as its subject', async () => {
    const lines = ['12 May 2026', '', 'Ms Tamsin Okoro', '6 Beech Grove', 'Stockport SK4 3EL', '', 'Dear Tamsin', '']
    expect(
      (await factsOf([...lines, 'We offer you a post.', '', 'Yours sincerely', 'Dominic Fairley']))['subject'],
    ).toBe(undefined)
  })

  it('is signed below the line of for whom', async () => {
    const lines = ['Met vriendelijke groet,', 'namens burgemeester en wethouders,', '', 'J. Tuinman']
    expect(await factsOf(lines, { ondertekenaar: 'person' })).toEqual({ ondertekenaar: 'J. Tuinman' })
  })
})

describe('whom to turn to', () => {
  it.each<readonly [text: string, closing: string, signer: string, name: string, value: string]>([
    [
      'Fragen beantwortet Ihnen gerne Frau Silke Jansen.',
      'Mit freundlichen Grüßen',
      'Bernd Ohlsen',
      'ansprechpartner',
      'Silke Jansen',
    ],
    ['Può rivolgersi alla dott.ssa Paola Rege.', 'Distinti saluti', 'Stefano Coda', 'referente', 'Paola Rege'],
    ['Please contact your manager Karen Lowe.', 'Yours sincerely', 'Ian Whitcombe', 'contactPerson', 'Karen Lowe'],
    ['Har du frågor ring Johan Palm.', 'Vänliga hälsningar', 'Eva Lind', 'kontaktperson', 'Johan Palm'],
    [
      'Votre conseillère, Mme Aurélie Pinson, vous aide.',
      'Cordialement',
      'Marc Vasseur',
      'conseiller',
      'Aurélie Pinson',
    ],
  ])('%j', async (text, closing, signer, name, value) => {
    expect(await factsOf([text, '', closing, '', signer], { [name]: 'person' })).toEqual({ [name]: value })
  })

  it('is of a role in the form that women have', async () => {
    const lines = ['Don Luis Castán, como empresa.', 'Dña. Nuria Lasheras Gil, con DNI 29104417K, como trabajadora.']
    expect(await factsOf(lines, { trabajador: 'person' })).toEqual({ trabajador: 'Nuria Lasheras Gil' })
  })
})

describe('rows of payslips', () => {
  const rows = [
    'Libellé\tBase\tTaux\tMontant',
    'Salaire de base\t151,67\t14,10\t2 138,55',
    'Impôt sur le revenu\t1 850,00\t2,1 %\t38,85',
    'Net à payer\t\t\t1 739,24 €',
  ]
  it('have the amount behind what it comes from', async () => {
    const wanted = { salaireDeBase: 'money', impot: 'money' } as const
    expect(await factsOf(rows, wanted)).toEqual({ salaireDeBase: '2138.55', impot: '38.85' })
  })
})

describe('amounts for a time', () => {
  it('are told by the time that a name has', async () => {
    const text = 'pour un montant de 1 560 € par an, soit 130 € par mois, et un acompte de 50 €.'
    expect(await factsOf([text], { montantMensuel: 'money', montantAnnuel: 'money' })).toEqual({
      montantMensuel: '130',
      montantAnnuel: '1560',
    })
  })
})

describe('lengths of time in words', () => {
  it.each<readonly [text: string, name: string, value: string | undefined]>([
    ['Provanställningen är sex månader.', 'provanställning', 'P6M'],
    ['Uppsägningstiden är en månad. Semestern är 25 dagar.', 'uppsägningstid', 'P1M'],
    ['Opsigelsesvarslet er tre måneder.', 'opsigelsesvarsel', 'P3M'],
    ['Okres wypowiedzenia wynosi sześć miesięcy.', 'okresWypowiedzenia', 'P6M'],
    ['Il se décide en mois.', 'mois', undefined],
  ])('of %j', async (text, name, value) => {
    expect((await factsOf([text], { [name]: 'duration' }))[name]).toBe(value)
  })
})
