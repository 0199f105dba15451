import { type FieldType, modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

async function factsOf(lines: readonly string[], wanted: Readonly<Record<string, FieldType>>) {
  const fields = Object.entries(wanted).map(([name, type]) => ({ name, type }))
  const request = { model: modelOfText(lines.join('\n')), profile: 'auto', minConfidence: 0.3, fields } as const
  const found = await identifier.identify(request, { signal })
  return Object.fromEntries(found.fields.map(({ name, value }) => [name, plain(value)]))
}
function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('amount' in value) return value.amount
  return 'name' in value ? value.name : value
}

describe('papers of courts', () => {
  it.each([
    ['Civil Action No. 3:24-cv-5-JD', '3:24-cv-5-JD'],
    ['Docket: 4:23-mj-00012', '4:23-mj-00012'],
    ['Cause No. 2025-11843', '2025-11843'],
    ['Criminal No. 1:25-cr-00077', '1:25-cr-00077'],
  ])('are known by the number of %s', async (line, caseNumber) => {
    expect(await factsOf([line], { caseNumber: 'identifier' })).toEqual({ caseNumber })
  })

  it('name both sides of a case in one line', async () => {
    const lines = ['Amtsgericht Münster', 'In dem Rechtsstreit', 'Wittkamp Bau GmbH ./. Schulte', 'ergeht Verfügung.']
    expect(await factsOf(lines, { kläger: 'party', beklagter: 'party', gericht: 'organization' })).toEqual({
      kläger: 'Wittkamp Bau GmbH',
      beklagter: 'Schulte',
      gericht: 'Amtsgericht Münster',
    })
  })

  it.each<readonly [text: string, court: string | undefined]>([
    ['mich in der Nachlasssache vor dem Amtsgericht Bremen zu vertreten.', 'Amtsgericht Bremen'],
    ['le jugement rendu par le tribunal judiciaire de Dijon vous condamne.', 'tribunal judiciaire de Dijon'],
    ['Das Gericht in Bremen hat zu tun.', undefined],
  ])('%j speaks of one', async (text, court) => {
    expect((await factsOf([text], { court: 'organization' }))['court']).toBe(court)
  })

  it('have sums before what they are for', async () => {
    const text = 'à payer 6 215,40 euros en principal et 900 euros au titre de l’article 700.'
    expect(await factsOf([text], { principal: 'money', article700: 'money' })).toEqual({
      principal: '6215.40',
      article700: '900',
    })
  })
})

describe('who has a role', () => {
  it('is the bank beside the account, and not the firm in the head', async () => {
    const lines = ['Haas GmbH', 'Birkenweg 11', 'IBAN DE89 3704 0044 0532 0130 00 · Kreissparkasse Göppingen']
    expect(await factsOf(lines, { bank: 'organization' })).toEqual({ bank: 'Kreissparkasse Göppingen' })
  })

  it('is nobody of several, and nobody who has another role that was asked for', async () => {
    const lines = ['Letting of a flat', 'Landlord: Mr Peter Lindqvist', 'Mr Joel Trent was there.']
    expect(await factsOf(lines, { guarantor: 'person' })).toEqual({})
    expect(await factsOf(lines.slice(0, 2), { landlord: 'party', guarantor: 'person' })).toEqual({
      landlord: 'Peter Lindqvist',
    })
  })

  it('is told in the words of other languages', async () => {
    const lines = ['BRF Lindgården', 'Att: Karin Ekström', 'Kungsgatan 30']
    expect(await factsOf(lines, { kontaktperson: 'person' })).toEqual({ kontaktperson: 'Karin Ekström' })
    const poder = ['Yo, Carmen Ortuño Vidal, otorgo poder a favor de don Rafael Nicolás Soler, con DNI 48501190T.']
    expect(await factsOf(poder, { apoderado: 'person' })).toEqual({ apoderado: 'Rafael Nicolás Soler' })
  })

  it('is employed as something, some words later', async () => {
    const text = 'Emil Sandberg anställs tillsvidare som båtbyggare från och med den 17 augusti 2026.'
    expect(await factsOf([text], { befattning: 'text' })).toEqual({ befattning: 'båtbyggare' })
  })
})

describe('a national telephone number', () => {
  it('is read by the postcode that a text of its language has', async () => {
    const text = 'Rückfragen beantwortet Ihnen gerne Frau Jansen unter 0431 555 0166, und wir sind für Sie da.'
    expect(await factsOf(['Nordlicht AG', '24103 Kiel', text], { telefon: 'phone' })).toEqual({
      telefon: '+494315550166',
    })
    expect(await factsOf(['Nordlicht AG', '1010 Wien', text], { telefon: 'phone' })).not.toEqual({
      telefon: '+494315550166',
    })
  })
})
