import { type FieldType, modelOfText } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import { describe, expect, it } from 'vitest'
import { decideConventions } from './conventions.ts'
import { timePerWeek } from './fields/time-per-week.ts'
import { titledRole } from './fields/titled-role.ts'
import { targetOf } from './labels/target.ts'
import { createRuleIdentifier } from './rule-identifier.ts'
import { indexText } from './text-index.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What is found of the fields that are asked for: amounts without their currency, parties by their names. */
async function factsOf(text: string, wanted?: Readonly<Record<string, FieldType>>) {
  const fields = wanted && Object.entries(wanted).map(([name, type]) => ({ name, type }))
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3 } as const
  const found = await identifier.identify({ ...request, ...(fields ? { fields } : {}) }, { signal })
  return Object.fromEntries(found.fields.map(({ name, value }) => [name, plain(value)]))
}
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('amount' in value) return value.amount
  return 'name' in value ? value.name : value
}

/** Numbers of other things, so that none is the only one of a text. */
const others = 'Parking 12\nLocker 7'

describe('hours of a week and days of leave', () => {
  it.each([
    ['Your normal hours are 38 per week, Monday to Friday.', 'hoursPerWeek', '38'],
    ['Die wöchentliche Arbeitszeit beträgt 38,5 Stunden.', 'Wochenstunden', '38.5'],
    ['La durée hebdomadaire du travail est fixée à 35 heures.', 'heuresHebdomadaires', '35'],
    ['De arbeidsduur bedraagt 32 uur per week.', 'urenPerWeek', '32'],
  ])('%s', async (text, name, hours) => {
    expect(await factsOf(`${text}\n${others}`, { [name]: 'number' })).toEqual({ [name]: hours })
  })

  it.each([
    ["You have 30 days' paid holiday each year, and one month's notice.", 'holidayDays', 30],
    ['Der Urlaubsanspruch beträgt 28 Arbeitstage im Kalenderjahr.', 'Urlaubstage', 28],
    ['Semester: 28 dagar per år', 'semesterdagar', 28],
  ])('%s', async (text, name, days) => {
    expect(await factsOf(`${text}\n${others}`, { [name]: 'integer' })).toEqual({ [name]: days })
  })

  it('are nothing where a text has several', () => {
    const text = indexText('Mona works 20 hours a week. Theo works 35 hours a week.')
    expect(timePerWeek(text, targetOf({ name: 'hoursPerWeek', type: 'number' }))).toEqual([])
  })

  it('are looked for in linear time', async () => {
    const target = targetOf({ name: 'hoursPerWeek', type: 'number' })
    const make = (size: number) => indexText('38 hours are 38 '.repeat(size))
    await expectLinearTime(4000, make, (index) => timePerWeek(index, target))
  })
})

describe('who is who', () => {
  it('by a title that says the role', async () => {
    const text = 'Votre rendez-vous avec le Dr Hugo Blanchard est confirmé. Mme Anne Petit vous attend.'
    expect(await factsOf(text, { medecin: 'person' })).toEqual({ medecin: 'Hugo Blanchard' })
  })

  it('by titles, looked for in linear time', async () => {
    const target = targetOf({ name: 'judge', type: 'person' })
    await expectLinearTime(
      4000,
      (size) => indexText('Judge Ann '.repeat(size)),
      (index) => titledRole(index, target),
    )
  })

  it('by the line of a signature, a witness and whom one appoints', async () => {
    const deed = 'I, Margaret Foley, of 27 Chapel Lane, appoint my daughter, Susan Brennan, to be my attorney.'
    expect(await factsOf(deed, { attorney: 'person' })).toEqual({ attorney: 'Susan Brennan' })
    const text =
      'Between Wold Ltd and Hannah Kirby.\nSigned on behalf of the employer: Robert Wold, Director\nin the presence of: Peter Dunn, Teacher'
    expect(await factsOf(text, { signedBy: 'person', witness: 'person' })).toEqual({
      signedBy: 'Robert Wold',
      witness: 'Peter Dunn',
    })
  })

  it('beside other things on the last line of an invoice', async () => {
    const text =
      'Hotel Strandhalle KG\nHerrn Ole Petersen\nStrandweg 2\n24837 Schleswig\nRechnung 12\n' +
      'Geschäftsführer: Arne Holm · Amtsgericht Flensburg HRB 5512'
    const wanted = {
      Geschäftsführer: 'person',
      Ansprechpartner: 'person',
      Handelsregisternummer: 'identifier',
    } as const
    expect(await factsOf(text, wanted)).toEqual({
      Geschäftsführer: 'Arne Holm',
      Ansprechpartner: 'Ole Petersen',
      Handelsregisternummer: 'HRB 5512',
    })
  })

  it('by the whole name of whom a message is sent to, and no firm is the person who sends it', async () => {
    const text =
      'From: Petra Sander <p.sander@elbe.example>\nTo: "Ralf Menke" <menke@museum.example>\nDate: 14 April 2026\nSubject: Angebot\n\n' +
      'Sehr geehrter Herr Menke,\n\ngern bieten wir Ihnen Kataloge an.\n\nMit freundlichen Grüßen\nPetra Sander\nDruckhaus Elbe GmbH'
    expect(await factsOf(text, { Kunde: 'person', Anbieter: 'organization' })).toEqual({
      Kunde: 'Ralf Menke',
      Anbieter: 'Druckhaus Elbe GmbH',
    })
  })

  it('by the register that an extract is of', async () => {
    const german = 'Handelsregister B des Amtsgerichts Ulm\nFirma: Donau Messtechnik GmbH'
    const french = 'Greffe du tribunal de commerce de Rennes\nDénomination : ARMOR'
    expect(await factsOf(german, { Registergericht: 'organization' })).toEqual({ Registergericht: 'Amtsgerichts Ulm' })
    expect(await factsOf(french, { greffe: 'organization' })).toEqual({ greffe: 'tribunal de commerce de Rennes' })
  })
})

describe('days, times and words of labels', () => {
  it('reads the last day behind a time', async () => {
    const text = 'Sitting on 8 April 2026\nSend the form back by 4.00 pm on 7 May 2026.\nDated 9 April 2026'
    expect(await factsOf(text, { replyBy: 'date' })).toEqual({ replyBy: '2026-05-07' })
  })

  it('takes no time of the day for a length of time', async () => {
    expect(await factsOf('Le mardi 28 avril 2026 à 14 h 15.', { delai: 'duration' })).toEqual({})
    expect(await factsOf('Prévenez-nous 24 à 48 h avant.', { delai: 'duration' })).toEqual({ delai: 'PT48H' })
  })

  it('reads days as the country of a currency has them, before what the language says', () => {
    expect(decideConventions(indexText('12/04/2026 TOTAL GBP 38.67'), { language: 'en' }).dateOrder).toBe('DMY')
  })

  it('takes no cell of a table of amounts for the title of the paper', async () => {
    const text = 'Antigüedad: 15/03/2014\nPlus antigüedad\t145,20\nSantoña, 30 de abril de 2026'
    expect(await factsOf(text, { fechaAntiguedad: 'date' })).toEqual({ fechaAntiguedad: '2014-03-15' })
  })

  it('knows how something is paid, where somebody lives, and what a row is of', async () => {
    const text =
      'Overtime\t6.00\t22.80\t136.80\nMode de règlement : virement\nresidente in Via Flaminia 102, 47923 Rimini'
    const wanted = { overtimePay: 'money', modePaiement: 'text', residenza: 'address' } as const
    expect(await factsOf(text, wanted)).toEqual({
      overtimePay: '136.80',
      modePaiement: 'virement',
      residenza: 'Via Flaminia 102, 47923 Rimini',
    })
  })

  it('knows the number of an invoice that its title alone says', async () => {
    const text = 'FATTURA\nNumero: 77/2026\nData: 07/04/2026\nImponibile € 2.820,00\nTotale documento € 3.440,40'
    expect(await factsOf(text)).toMatchObject({ invoiceNumber: '77/2026' })
  })

  it('knows the day of a paper whose title says what it is of', async () => {
    const text =
      'Lorenz GmbH\n\nErfurt, den 7. Mai 2026\n\nAngebot Nr. 26-118: Dachsanierung\n\nSehr geehrte Frau Hofmann,\n\n' +
      'das Angebot, am 29. April 2026 besprochen, gilt bis zum 5. Juni 2026.'
    expect(await factsOf(text, { Angebotsdatum: 'date' })).toEqual({ Angebotsdatum: '2026-05-07' })
  })

  it('knows insurers called by that word, telephones that somebody has, and days of birth without a preposition', async () => {
    const insurer = 'Seguradora Atlântida, S.A.\nAvenida da Boavista 1200, 4100-113 Porto'
    expect(await factsOf(insurer, { seguradora: 'organization' })).toEqual({ seguradora: 'Seguradora Atlântida, S.A.' })
    const mail = 'My address is 51 Tarn Close, Penrith CA11 8QX and my number is 07700 900 118.'
    expect(await factsOf(mail, { phone: 'phone' })).toEqual({ phone: '+447700900118' })
    const dutch = 'Werknemer: Mark Timmer, geboren 9 juni 1990\nGetekend te Zwolle op 14 mei 2026\nIngang 1 juli 2026'
    expect(await factsOf(dutch, { geboortedatum: 'date' })).toEqual({ geboortedatum: '1990-06-09' })
  })

  it('knows what somebody is employed as in Swedish', async () => {
    const text = 'Anställningen avser en tillsvidareanställning som redovisningsekonom med tillträde den 1 juni 2026.'
    expect(await factsOf(text, { befattning: 'text' })).toEqual({ befattning: 'redovisningsekonom' })
  })
})

it.each(['kündige ', 'notice zum ', 'kündige a '])(
  'days of notice take linear time for %j over and over',
  async (piece) => {
    await expectLinearTime(
      400,
      (size) => modelOfText(piece.repeat(size) + '31.08.2026'),
      (model) =>
        identifier.identify(
          { model, profile: 'auto', minConfidence: 0.3, fields: [{ name: 'terminationDate', type: 'date' }] },
          { signal },
        ),
    )
  },
)
