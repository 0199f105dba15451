import { type FieldType, modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** What is found for fields of a type, by name: the value, of money the amount. */
async function found(text: string, type: FieldType, ...names: readonly string[]): Promise<Record<string, unknown>> {
  const fields = names.map((name) => ({ name, type }))
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields } as const
  const { fields: all } = await identifier.identify(request, { signal })
  return Object.fromEntries(
    all.map(({ name, value }) => [
      name,
      typeof value === 'object' && value !== null && 'amount' in value ? value.amount : value,
    ]),
  )
}
const signed = 'Signed on 9 March 2026.'

describe('days that a sentence gives', () => {
  it.each<readonly [text: string, name: string, day: string]>([
    ['Your employment will begin on Monday 4 May 2026.', 'startDate', '2026-05-04'],
    ['Das Arbeitsverhältnis beginnt am 01.05.2026.', 'eintrittsdatum', '2026-05-01'],
    ['De werknemer treedt op 1 mei 2026 in dienst.', 'startdatum', '2026-05-01'],
    ['La duración será de cinco años desde el 15 de marzo de 2026.', 'fechaInicio', '2026-03-15'],
    ['Vi fører regnskapet ditt fra 1. april 2026.', 'startdato', '2026-04-01'],
    ['Please sign and return this by 27 March 2026.', 'acceptBy', '2026-03-27'],
    ['Please let us know in writing by 28 February 2026.', 'replyBy', '2026-02-28'],
    ['If you disagree, write to us no later than Friday 20 March 2026.', 'objectionDeadline', '2026-03-20'],
  ])('%j has %s', async (text, name, day) =>
    expect(await found(`${text}\n${signed}`, 'date', name)).toEqual({ [name]: day }),
  )

  it.each<readonly [text: string, first: string, last: string, days: readonly string[]]>([
    ['Decorre dal 1° aprile 2026 e scade il 31 dicembre 2026.', 'decorrenza', 'scadenza', ['2026-04-01', '2026-12-31']],
    ['Com início em 01/04/2026 e término em 31/03/2027.', 'dataInicio', 'dataTermino', ['2026-04-01', '2027-03-31']],
  ])('%j has both ends', async (text, first, last, [from, to]) =>
    expect(await found(text, 'date', first, last)).toEqual({ [first]: from, [last]: to }),
  )

  it('are of the hearing that a notice is of, and not of the notice', async () => {
    const text =
      'NOTICE OF HEARING\nThe hearing of the claim will take place on 14 May 2026 in court 3.\nDated 9 March 2026'
    expect(await found(text, 'date', 'hearingDate')).toEqual({ hearingDate: '2026-05-14' })
  })

  it('are of the letter, and not of the contract that it speaks of', async () => {
    const text =
      'Dear Ms Nair,\nFrom 1 April 2026 the rent changes. All else in your tenancy dated 1 April 2024 stays.\nYours sincerely'
    expect(await found(text, 'date', 'effectiveDate')).toEqual({ effectiveDate: '2026-04-01' })
  })
})

describe('times of the day', () => {
  it.each<readonly [text: string, name: string, time: string]>([
    ['The hearing is on 14 May 2026 at 10:30 am in court 3.', 'hearing time', '10:30 am'],
    ["à l'audience du 12 mai 2026 à 14 h 00, salle 4", 'heure', '14 h 00'],
    ['giovedì 2 aprile 2026 alle ore 20:30 presso la sala', 'ora', '20:30'],
    ['am 26.02.2026 um 18 Uhr im Saal', 'uhrzeit', '18 Uhr'],
  ])('%j has %s', async (text, name, time) => expect(await found(text, 'text', name)).toEqual({ [name]: time }))

  it('are no parts of other numbers', async () =>
    expect(await found('Account 10:30:44:21, EUR 12.30, ratio 3:1, 20.30 kg', 'text', 'time')).toEqual({}))
})

describe('times to pay in', () => {
  it.each<readonly [text: string, name: string, time: string]>([
    ['Work takes 4 days. Invoices are payable within 30 days.', 'paymentTerms', 'P30D'],
    ["Le préavis de la locataire est d'un mois. La durée est de trois ans.", 'préavis', 'P1M'],
    ['Dauer ca. 4 Arbeitstage. Zahlung innerhalb von 10 Tagen nach Abnahme.', 'zahlungsziel', 'P10D'],
  ])('%j', async (text, name, time) => expect(await found(text, 'duration', name)).toEqual({ [name]: time }))
})

describe('what a number says', () => {
  it('is not the number of a paragraph', async () =>
    expect(await found('§ 5 Urlaub\nDer Jahresurlaub beträgt 30 Arbeitstage.', 'integer', 'urlaubstage')).toEqual({
      urlaubstage: 30,
    }))

  it('is no amount where it is one of a register', async () =>
    expect(await found('VAT 884 2210 37\nTOTAL 33.71\nIncl. VAT 20%   5.62', 'money', 'vat')).toEqual({ vat: '5.62' }))

  it('is the amount behind the hours', async () =>
    expect(await found('Straordinari   6 ore        82,80\nNetto € 900,00', 'money', 'straordinari')).toEqual({
      straordinari: '82.80',
    }))

  it('is of the thing that a longer word begins with', async () =>
    expect(await found('Die Nebenkostenvorauszahlung von 160,00 € bleibt.', 'money', 'nebenkosten')).toEqual({
      nebenkosten: '160.00',
    }))

  it('is what somebody earns, in the words of pay slips', async () =>
    expect(await found('Gesamtbrutto\t3.246,00\nNettoverdienst\t2.222,57', 'money', 'bruttolohn', 'nettolohn')).toEqual(
      { bruttolohn: '3246.00', nettolohn: '2222.57' },
    ))

  it('has a label that is cut short', async () =>
    expect(await found('Cod. fiscale: MRCGLI92D41A271K', 'identifier', 'codiceFiscale')).toEqual({
      codiceFiscale: 'MRCGLI92D41A271K',
    }))
})

describe('who it is', () => {
  const lease =
    'De una parte, D. Joaquín Herrera Luna, con DNI 28114477K, como arrendador.\nDe otra, D.ª Marta Solís Vega, con DNI 45882301T, como arrendataria.'
  it('has the role behind the name', async () =>
    expect(await found(lease, 'person', 'arrendador', 'arrendatario')).toEqual({
      arrendador: 'Joaquín Herrera Luna',
      arrendatario: 'Marta Solís Vega',
    }))

  it('is no form of address, though it begins as the role does', async () =>
    expect(await found('Exma. Senhora\nJoana Pacheco Reis\nTravessa do Sol 7', 'person', 'senhorio', 'gestor')).toEqual(
      {},
    ))

  it('is whom the letter asks to turn to, and not who signs it', async () => {
    const text =
      'Dear Mr Moss\nPlease call Nina Holt on 01947 555 0133 about it.\nYours sincerely\n\nAlec Dunmore\nManager'
    expect(await found(text, 'person', 'contactPerson')).toEqual({ contactPerson: 'Nina Holt' })
  })

  it('is somebody behind a title in small letters', async () => {
    const text = 'Bakkerij De Halm\nt.a.v. de heer R. Wolters\nBrink 22\n7411 BV Deventer\nOfferte 2026-061'
    expect(await found(text, 'person', 'contactpersoon')).toEqual({ contactpersoon: 'R. Wolters' })
  })

  it('is no firm where a person is asked for', async () =>
    expect(await found('Regards\nDean Moxon\nBuyer\nHallam Steel Ltd', 'person', 'buyer')).toEqual({
      buyer: 'Dean Moxon',
    }))

  it('is the house above somebody of it', async () => {
    const text =
      'De Boer B.V.\nFactuurnummer: 26-0177\n\nCafé De Zwaan\nt.a.v. mevrouw J. Hoekstra\nNieuwestad 55\n8911 CJ Leeuwarden\n\nTotaal € 10,00'
    expect(await found(text, 'organization', 'klant')).toEqual({ klant: 'Café De Zwaan' })
  })

  it('is whom a letter in another language greets', async () => {
    const text =
      'Caro Bruno Matias,\nA apólice renova-se por 10 €.\nCom os melhores cumprimentos,\nTeresa Nogueira\nGestora'
    expect(await found(text, 'person', 'segurado')).toEqual({ segurado: 'Bruno Matias' })
  })
})

describe('what text fields have', () => {
  it('goes on to the end of the line, labels among its words or not', async () =>
    expect(await found('Objet : révision annuelle de votre loyer\n\nMonsieur,', 'text', 'objet')).toEqual({
      objet: 'révision annuelle de votre loyer',
    }))

  it('is the work that is offered, and not that of who signs', async () => {
    const text =
      'Dear Sam\nWe offer you the position of Data Engineer, reporting to Lucy Marr.\nYours sincerely\n\nKaren Fitch\nPeople Director'
    expect(await found(text, 'text', 'jobTitle')).toEqual({ jobTitle: 'Data Engineer' })
  })

  it('is the law by its nation', async () =>
    expect(await found('This Agreement is governed by English law.', 'text', 'governingLaw')).toEqual({
      governingLaw: 'English',
    }))
})

describe('without a schema', () => {
  it('a paper of no known kind has neither seller nor employer by its head alone', async () => {
    const text = 'Fastighets AB Lindhagen\nBox 221\n751 04 Uppsala\n\nSofia Engström\nVaksalagatan 40 B\n753 31 Uppsala'
    const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3 } as const
    const { fields } = await identifier.identify(request, { signal })
    expect(fields.map(({ name }) => name).filter((name) => /seller|employ|billing|shipping/.test(name))).toEqual([])
  })
})
