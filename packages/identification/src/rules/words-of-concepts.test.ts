import { modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** Type and value of a field that is asked for by its name alone; money as `amount currency`. */
async function found(text: string, name: string): Promise<string | undefined> {
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields: [{ name }] } as const
  const [first] = (await identifier.identify(request, { signal })).fields
  if (first === undefined) return undefined
  const { type, value } = first
  const isMoney = typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value
  return `${type} ${isMoney ? `${String(value.amount)} ${String(value.currency)}` : String(value)}`
}

describe('a field that is asked for by its name alone', () => {
  it.each([
    // What a thing costs or brings is money in any language, also as the last part of a word.
    ['Daneben erhält sie ein Weihnachtsgeld von 800,00 €.', 'weihnachtsgeld', 'money 800.00 EUR'],
    ['Es wurde ein Verwarnungsgeld von 35 Euro erhoben.', 'verwarnungsgeld', 'money 35 EUR'],
    ['Le capital social est fixé à 10 000 €.', 'capital', 'money 10000 EUR'],
    ['De servicekosten bedragen € 38,50 per maand.', 'servicekosten', 'money 38.50 EUR'],
    ['Se aprueban las cuentas, con un saldo de 12.480,35 €.', 'saldo', 'money 12480.35 EUR'],
    ['des pénalités de retard de 96,40 €', 'penalites', 'money 96.40 EUR'],
    // The kind of value may be the first word, or the end of the last.
    ['Avis des sommes à payer n° 2026-55810', 'numeroAvis', 'identifier 2026-55810'],
    ['Die Sitzung fand am 3. Mai 2026 statt. Stand: 01.02.2026', 'sitzungsdatum', 'date 2026-05-03'],
  ])('%j has %s', async (text, name, value) => expect(await found(text, name)).toBe(value))

  it.each([
    ['Die Vorauszahlung auf die Betriebskosten beträgt monatlich 210,00 EUR.', 'nebenkosten', 'money 210.00 EUR'],
    ['Presupuesto nº 2026/093', 'quoteNumber', 'identifier 2026/093'],
    [
      'Calder Borough Council\nTown Hall, Halifax\n\nTenders are invited.',
      'authority',
      'organization Calder Borough Council',
    ],
    ['Der Geschädigten Monika Seidl gehört der Wagen.', 'injured', 'person Monika Seidl'],
  ])('%j has it in other words: %s', async (text, name, value) => expect(await found(text, name)).toBe(value))

  it.each([
    // The type of the value that the words of the name are surest of.
    ['Labour will cost £6,400 and materials £3,950, giving £10,350 before VAT.', 'materials', 'money 3950 GBP'],
    ['It consists of 12 cartons with a gross weight of 186.5 kg.', 'cartons', 'integer 12'],
    // A text that is an amount and nothing else is one.
    ['Grundlohn 2.310,00 €\nLohnsteuer 112,33 €', 'lohnsteuer', 'money 112.33 EUR'],
    ['Fontanería: 2.400,00 €', 'fontaneria', 'money 2400.00 EUR'],
    ['Le capital est divisé en 500 parts.', 'nombreDeParts', 'integer 500'],
  ])('%j has what the paper gives it: %s', async (text, name, value) => expect(await found(text, name)).toBe(value))

  it.each([
    ['We estimate our fees will be between £1,850 and £2,200 plus VAT.', 'feeEstimateLow', 'money 1850 GBP'],
    ['We estimate our fees will be between £1,850 and £2,200 plus VAT.', 'feeEstimateHigh', 'money 2200 GBP'],
    ['venda l’immobile al prezzo non inferiore a € 165.000,00', 'prezzo minimo', 'money 165000.00 EUR'],
  ])('%j has the end of a range: %s', async (text, name, value) => expect(await found(text, name)).toBe(value))

  it.each([
    ['I, Margaret Rose Ellison, of Whitby, declare this to be my last will.', 'testator', 'Margaret Rose Ellison'],
    ['I appoint my son, Peter Ellison, of 3 Cliff Lane, to be the executor of this will.', 'executor', 'Peter Ellison'],
    ['If he is unable to act I appoint my niece Joan Barker in his place.', 'substitute executor', 'Joan Barker'],
    ['You will be a Field Engineer, reporting to Aisha Khan, VP Engineering.', 'manager', 'Aisha Khan'],
    ['Sie ist dem Verkaufsleiter, Herrn Dirk Asmus, unterstellt.', 'vorgesetzter', 'Dirk Asmus'],
    ['The plumber, Fergus Daly, stopped the leak.', 'plumber', 'Fergus Daly'],
    ['He was referred by Dr Paul Neame.', 'referred by', 'Paul Neame'],
    ['Ersatzweise bevollmächtige ich meinen Neffen Jörn Thiele.', 'ersatzbevollmächtigter', 'Jörn Thiele'],
    ['dans le service de chirurgie du docteur Nadia Benali.', 'medecin', 'Nadia Benali'],
  ])('%j says who has a role: %s', async (text, name, value) => expect(await found(text, name)).toBe(`person ${value}`))

  it.each([
    ['Madame Inès Carpentier, née le 17 août 1990 à Lyon, infirmière, demeurant 18 cours Lafayette', 'infirmière'],
    ['I, Rose Ellison, of 14 Priory Terrace, Whitby, a retired schoolteacher, born in Hull', 'retired schoolteacher'],
  ])('%j says the work of somebody: %s', async (text, value) =>
    expect(await found(text, 'profession')).toBe(`text ${value}`),
  )

  it('is of the party that its name says', async () => {
    const lines = [
      'Entre les soussignés :',
      'Monsieur Alain Berthier, né le 2 mai 1962 à Dijon, retraité, demeurant 5 rue du Four, 21000 Dijon, ci-après « le vendeur »,',
      'et',
      'Madame Inès Carpentier, née le 17 août 1990 à Lyon, infirmière, demeurant 18 cours Lafayette, 69003 Lyon, ci-après « l’acquéreur ».',
    ]
    expect(await found(lines.join('\n'), 'lieuNaissanceAcquereur')).toBe('text Lyon')
    expect(await found(lines.join('\n'), 'professionVendeur')).toBe('text retraité')
    expect(await found(lines.join('\n'), 'vendeur')).toBe('person Alain Berthier')
  })

  it('is told by the last lines of a message without a closing', async () => {
    const lines = ['Please call me on 9 May.', '', 'Tom Hadley', 'Facilities Manager, Brookfield Care Trust']
    expect(await found(lines.join('\n'), 'organisation')).toBe('organization Brookfield Care Trust')
    expect(await found(lines.join('\n'), 'jobTitle')).toBe('text Facilities Manager')
  })
})

describe('contacts', () => {
  it.each([
    ['Dan kunt u bezwaar maken bij onze medewerker, mevrouw Anke Bos, telefoon 038 - 427 11 80.', 'Anke Bos'],
    ['Pour tout renseignement : Mme Odile Perrin, service facturation.', 'Odile Perrin'],
  ])('%j names one', async (text, value) => expect(await found(text, 'contactPerson')).toBe(`person ${value}`))
})

describe('what no word of a name says', () => {
  it.each([
    ['The meeting began on 3 May 2026. Notes were taken.', 'notes'],
    ['The work was done on 3 May 2026 for £400.', 'colour'],
    ['I appoint my son, Peter Ellison, to be the executor.', 'guardian'],
    ['I appoint my son, Peter Ellison, to be the executor.', 'substitute executor'],
  ])('%j has no %s', async (text, name) => expect(await found(text, name)).toBeUndefined())
})
