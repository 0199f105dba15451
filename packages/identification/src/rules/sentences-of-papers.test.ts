import { type FieldType, modelOfText, type WantedField } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What is found in a text, by name. */
async function factsOf(text: string, ...fields: readonly WantedField[]) {
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields } as const
  const found = await identifier.identify(request, { signal })
  for (const { raw, span } of found.fields) expect(text.slice(span.start, span.end)).toBe(raw)
  return Object.fromEntries(found.fields.map(({ name, value }) => [name, value]))
}
const field = (name: string, type: FieldType, description?: string): WantedField => ({
  name,
  type,
  ...(description === undefined ? {} : { description }),
})

describe('how many there are of a thing', () => {
  it.each<readonly [text: string, name: string, value: number]>([
    ['The printer comes together with three (3) toner cartridges.', 'cartridges', 3],
    ['Bitte senden Sie uns die Erklärung (zwei Ausfertigungen) bis zum 12. März zurück.', 'ausfertigungen', 2],
    ['Sie zahlen den Betrag in 18 Monatsraten zu je 40,00 EUR.', 'anzahlRaten', 18],
    ['The fee may be paid in five instalments of £57.', 'instalments', 5],
    ['Si chiede il ritiro dei quattro distributori in uso.', 'numeroDistributori', 4],
    ['The Carrier will run at least 30 trips a month.', 'minimumTrips', 30],
    ['Please print 6 sets of the hearing bundle, 410 pages each, and 2 sets of the index.', 'hearingBundles', 6],
  ])('%j has %s', async (text, name, value) =>
    expect(await factsOf(text, field(name, 'integer'))).toEqual({ [name]: value }),
  )

  it('is neither an amount, a day, nor that of another thing', async () => {
    const text = 'Kopien bis zum 12. März\nEach copy costs £57.\nPorte-fenêtre 2 vantaux'
    const names = ['kopien', 'copies', 'fenetres']
    expect(await factsOf(text, ...names.map((name) => field(name, 'integer')))).toEqual({})
  })

  it('is found in linear time', () =>
    expectLinearTime(
      2000,
      (size) => 'two (2) three red boxes 4 '.repeat(Math.ceil(size / 26)),
      (text) => factsOf(text, field('greenBoxes', 'integer')),
    ))
})

describe('who does what a verb says', () => {
  it.each<readonly [text: string, name: string, value: string]>([
    ['The motion was proposed by Odile Ferncastle and seconded by Rupert Vane.', 'seconder', 'Rupert Vane'],
    ['Inspected by:\nGwendolen Ashby', 'inspector', 'Gwendolen Ashby'],
    ['Mar Alta, Lda., representada por Duarte Malheiro, com sede no Porto', 'representante', 'Duarte Malheiro'],
    [
      'Holt Plant Limited ("the Owner"), represented by its operations director, Ms Harriet Oakes, and others',
      'ownerRepresentative',
      'Harriet Oakes',
    ],
  ])('%j has %s', async (text, name, value) =>
    expect(await factsOf(text, field(name, 'person'))).toEqual({ [name]: value }),
  )

  it('is nobody of another verb, nor for another party', async () => {
    const text = 'Inspected for damage by Monday. Corvane AG ("the Buyer"), represented by Uta Lenz.'
    expect(await factsOf(text, field('inspector', 'person'), field('ownerRepresentative', 'person'))).toEqual({})
  })

  it('is found in linear time', () =>
    expectLinearTime(
      2000,
      (size) => 'inspected by its red, Green '.repeat(Math.ceil(size / 28)),
      (text) => factsOf(text, field('inspector', 'person')),
    ))
})

describe('who writes a letter', () => {
  it.each<readonly [closing: string, name: string]>([
    ['Un saludo,\nCandela Ferreiro\nResponsable de eventos', 'contacto'],
    ['Best wishes\nThaddeus Wrenfield\nWrenfield Builders Ltd', 'sender'],
    ['Mit freundlichen Grüßen\n\ni. A. Korbinian Weidauer\nForderungsmanagement', 'sachbearbeiter'],
  ])('stands below %j', async (closing, name) => {
    const [, signed = ''] = /\n(?:i\. A\. |\n)?(.*)/u.exec(closing.replace('\n\n', '\n')) ?? []
    expect(await factsOf(`Hello,\nwe confirm your order.\n\n${closing}`, field(name, 'person'))).toEqual({
      [name]: signed,
    })
  })
})

describe('a name', () => {
  it('is not the rest of a firm that has the word of the field', async () => {
    const text = 'MINUTES\nAshgrove Court Management Company Limited (Company No. 06622817)'
    expect(await factsOf(text, field('company', 'organization'))).not.toEqual({ company: 'Limited' })
  })

  it('is no number of somebody', async () =>
    expect(await factsOf('Zeitraum: Mai   Kundennr.: K-0312', field('kunde', 'organization'))).toEqual({}))

  it('of an insurer is not that of any house', async () => {
    const text = 'Menuiserie Kerbrat SARL\nZA de Kerlaouen\n\nDevis pour Le Goff Peinture SARL'
    const request = { profile: 'auto', minConfidence: 0.7, fields: [field('insurer', 'organization')] } as const
    expect((await identifier.identify({ model: modelOfText(text), ...request }, { signal })).fields).toEqual([])
    const own = 'Nordsee Versicherung AG\nPostfach 12\n\nBescheid für Huber GmbH'
    expect(await factsOf(own, field('insurer', 'organization'))).toEqual({ insurer: 'Nordsee Versicherung AG' })
  })

  it('stands behind a title that ends its line', async () =>
    expect(
      await factsOf('Ihre Betreuerin ist Frau Dipl.-Ing.\nMargarethe Ostermann.', field('betreuerin', 'person')),
    ).toEqual({ betreuerin: 'Margarethe Ostermann' }))

  it('of a house is a part of the line of a letterhead', async () =>
    expect(
      await factsOf('Havsviks Vårdcentral · Strandvägen 22 · Tel 0523-66 54 00', field('vardcentral', 'organization')),
    ).toEqual({ vardcentral: 'Havsviks Vårdcentral' }))

  it('is told behind a verb', async () =>
    expect(
      await factsOf('Wykonawcą będzie firma Dachbud Sp. z o.o.\nKoszt: 148 500 zł', field('wykonawca', 'organization')),
    ).toEqual({ wykonawca: 'Dachbud Sp. z o.o.' }))

  it('is a party that `hierna te noemen` calls', async () => {
    const text =
      '1. de heer Jelmer Hoekstra, wonende te Sneek, hierna te noemen: verkoper;\n\nen\n\n2. mevrouw Ilse Baars, hierna te noemen: koper;\n\nVerkoper:\tKoper:\nJ. Hoekstra\tI. Baars'
    expect(await factsOf(text, field('verkoper', 'person'), field('koper', 'person'))).toEqual({
      verkoper: 'Jelmer Hoekstra',
      koper: 'Ilse Baars',
    })
  })

  it('of an addressee without a letterhead is the first', async () =>
    expect(
      await factsOf(
        'Spett.le\nCantieri Lagunari S.r.l.\nVia Arsenale 9\n30122 Venezia\n\nOggetto: disdetta\n\nSpettabile ditta, disdiciamo.\n\nDistinti saluti\nAlvise Zorzi',
        field('destinatario', 'organization'),
      ),
    ).toEqual({ destinatario: 'Cantieri Lagunari S.r.l.' }))
})

it('reads both days of a range with the days of the week', async () => {
  const text = 'The visit takes place from Monday 14 June to Friday 18 June 2027.'
  expect(await factsOf(text, field('startDate', 'date'), field('endDate', 'date'))).toEqual({
    startDate: '2027-06-14',
    endDate: '2027-06-18',
  })
})

it('reads the work of somebody who is employed', async () => {
  const said = [
    'Monsieur Couderc est employé dans notre entreprise depuis le 2 mai 2016 en qualité de conducteur de ligne, en CDI.',
    'Der Kläger war seit dem 1. März 2015 bei der\nBeklagten als Lagermeister zu einem Gehalt von 3.410 EUR beschäftigt.',
    'El trabajador prestará servicios como operario de almazara.',
  ]
  expect(await Promise.all(said.map((text) => factsOf(text, field('jobTitle', 'text'))))).toEqual([
    { jobTitle: 'conducteur de ligne' },
    { jobTitle: 'Lagermeister' },
    { jobTitle: 'operario de almazara' },
  ])
})

it('leaves the sign of a number out of it', async () => {
  const text = 'Benedita Falcão (Cliente), contribuinte n.º 231 447 806, residente no Porto'
  expect(await factsOf(text, field('contribuinte', 'identifier'))).toEqual({ contribuinte: '231447806' })
})

describe('the first day of something', () => {
  it.each<readonly [text: string, name: string, value: string]>([
    ['Nous portons le loyer à 900 euros à compter du 1er avril 2027. Fait le 3 mars 2027.', 'dateEffet', '2027-04-01'],
    ['Wir bitten Sie, der Erhöhung ab dem 1. Mai 2027 zuzustimmen.\nStand: 4. März 2027', 'gueltigAb', '2027-05-01'],
    ['Arbetet påbörjas den 3 maj 2027. Offerten gäller till den 31 mars 2027.', 'startdatum', '2027-05-03'],
  ])('%j has %s', async (text, name, value) =>
    expect(await factsOf(text, field(name, 'date'))).toEqual({ [name]: value }),
  )
})

it('takes the day of a message for none that it speaks of', async () => {
  const text =
    'From: a@b.example\nTo: c@d.example\nDate: 1 March 2027\n\nOur invoice TV-11907 of 12 January 2027 is overdue, please pay.'
  expect(await factsOf(text, field('invoiceDate', 'date'), field('date', 'date'))).toEqual({
    invoiceDate: '2027-01-12',
    date: '2027-03-01',
  })
})

it('tells who represents whom by the term behind', async () => {
  const text =
    'La SCI Les Docks, représentée par son gérant, Monsieur Thibault Grandin, ci-après « le Bailleur »,\n\net\n\nAtelier Persil SARL, représentée par Madame Fleur Hautot, ci-après « le Preneur »,'
  expect(await factsOf(text, field('representantBailleur', 'person'), field('representantPreneur', 'person'))).toEqual({
    representantBailleur: 'Thibault Grandin',
    representantPreneur: 'Fleur Hautot',
  })
})

it('reads the whole name above a salutation', async () => {
  const text =
    'Rockhaven Insurance Company\n\nJune 4, 2027\n\nBeatrix Holloway\n1623 Larkspur Trail\nLincoln, NE 68516\n\nDear Ms. Holloway:\n\nWe have closed your claim.\n\nSincerely,\nDolores Pruitt'
  expect(await factsOf(text, field('insured', 'person'))).toEqual({ insured: 'Beatrix Holloway' })
})

it('leaves what a house is in its name, and the next label out of one', async () => {
  const text = 'Hausverwaltung Tiefenbach GmbH\nChecked by: Lorna Keane Dispatched: 15/03/2027'
  expect(await factsOf(text, field('hausverwaltung', 'organization'), field('checker', 'person'))).toEqual({
    hausverwaltung: 'Hausverwaltung Tiefenbach GmbH',
    checker: 'Lorna Keane',
  })
})

it('reads the title of who signs, and the name behind `Fdo.`', async () => {
  const form = 'LANDLORD: Cinder Ridge, L.P.\nBy: ____________\nName: Marguerite Tully\nTitle: Property Manager'
  expect(await factsOf(form, field('signatoryTitle', 'text'))).toEqual({ signatoryTitle: 'Property Manager' })
  const letter = 'Atentamente,\n\nFdo.: Casimiro Pelayo Ruiz\nDirector de Recursos Humanos'
  expect(await factsOf(letter, field('firmante', 'person'))).toEqual({ firmante: 'Casimiro Pelayo Ruiz' })
})

it('reads rows of a table by what stands behind their numbers', async () => {
  const text = 'Ref.\tDescripción\tPedidas\tEntregadas\nRD-118\tRodamiento\t40\t40\nCR-052\tCorrea\t12\t10\n'
  expect(await factsOf(`${text}Quedan 2 correas.`, field('correasEntregadas', 'integer'))).toEqual({
    correasEntregadas: 10,
  })
})

it.each([
  'ab dem 1. Mai 2027 ',
  'from Monday, the 3 May 2027 ',
  'Title: Head\n',
  'Date: x\nTo: y\n',
  'ist war als ein ',
])('reads many of %j in linear time', (piece) =>
  expectLinearTime(
    2000,
    (size) => piece.repeat(Math.ceil(size / piece.length)),
    (text) => factsOf(text, field('startDate', 'date'), field('signatoryTitle', 'text'), field('jobTitle', 'text')),
  ),
)
