import { modelOfText } from '@chancery/core'
import { describe, expect, it } from 'vitest'
import { createRuleIdentifier } from './rule-identifier.ts'

const identifier = createRuleIdentifier()
const { signal } = new AbortController()

/** Type and value of each field that is asked for by its name alone; of money and parties what is read first. */
async function found(text: string, ...names: readonly string[]): Promise<readonly (string | undefined)[]> {
  const fields = names.map((name) => ({ name }))
  const request = { model: modelOfText(text), profile: 'auto', minConfidence: 0.3, fields } as const
  const answer = await identifier.identify(request, { signal })
  return names.map((name) => {
    const first = answer.fields.find((field) => field.name === name)
    if (first === undefined) return undefined
    const { type, value } = first
    const isObject = typeof value === 'object' && value !== null
    const said = isObject && 'amount' in value ? `${String(value.amount)} ${String(value.currency)}` : undefined
    const called = isObject && 'name' in value ? String(value.name) : undefined
    return `${type} ${said ?? called ?? String(value)}`
  })
}

describe('parties whose term has no quotes', () => {
  it.each([
    [
      'Tra la sig.ra Donatella Furlan, residente in Udine, di seguito mutuante, e il sig. Matteo Furlan, residente in Padova, di seguito mutuatario, si conviene quanto segue.',
      { mutuante: 'party Donatella Furlan', mutuatario: 'party Matteo Furlan' },
    ],
    [
      'Entre Maria da Luz Figueira, residente no Porto, adiante designada senhoria, e Tiago Bessa Mendes, adiante designado inquilino, é celebrado o presente contrato.',
      { senhoria: 'person Maria da Luz Figueira', inquilino: 'party Tiago Bessa Mendes' },
    ],
    [
      'UMOWA ZLECENIA\n\nzawarta pomiędzy Studio Forma sp. z o.o. z siedzibą w Krakowie, zwaną Zleceniodawcą, a panem Pawłem Górskim, zamieszkałym w Wieliczce, zwanym Zleceniobiorcą.\n\n§ 1. Zleceniobiorca wykona projekt w terminie do 30 czerwca 2026 r.',
      { zleceniodawca: 'party Studio Forma sp. z o.o.', zleceniobiorca: 'party Pawłem Górskim' },
    ],
    [
      'Entre Monsieur Yvon Le Gall, né le 4 janvier 1958 à Quimper, cédant, et la société Breizh Invest SAS, représentée par sa présidente Madame Anne Kerbrat, cessionnaire.',
      { cédant: 'person Yvon Le Gall', cessionnaire: 'organization Breizh Invest SAS' },
    ],
  ])('%j has both', async (text, wanted) =>
    expect(await found(text, ...Object.keys(wanted))).toEqual(Object.values(wanted)),
  )
})

describe('who somebody is', () => {
  it.each([
    ['Getuige van het ongeval was mevrouw Tineke Roos.', 'getuige', 'person Tineke Roos'],
    ['Dear Dr Foster\n\nRe: Mr Gordon Pascoe, DOB 11/02/1953\n\nI reviewed him.', 'patient', 'person Gordon Pascoe'],
    ['Sachbearbeiter: PHM Wolfgang Huber', 'sachbearbeiter', 'person Wolfgang Huber'],
    ['Please ask Hannah Lowe, our treasurer, on 01298 555017.', 'treasurer', 'person Hannah Lowe'],
  ])('%j says it', async (text, name, value) => expect(await found(text, name)).toEqual([value]))
})

describe('days, times and counts', () => {
  it.each([
    ['on 9 January 2026 a pipe burst at our workshop.\nSent 12 January 2026', 'dateOfLoss', 'date 2026-01-09'],
    [
      'Melding arbeidsongeval\n\nOp 19 mei 2026 om 10.20 uur is hij gevallen.\n\nZutphen, 21 mei 2026',
      'ongevalsdatum',
      'date 2026-05-19',
    ],
    [
      'in 36 rate, la prima con scadenza il 1° maggio 2026 e l’ultima il 1° aprile 2029',
      'ultimaScadenza',
      'date 2029-04-01',
    ],
    ['The coach leaves at 8.45 am and we will be back by 4.15 pm.', 'returnTime', 'text 4.15 pm'],
    ['La seduta è tolta alle ore 20.45.', 'oraFine', 'text 20.45'],
    ['Forty-eight children and six adults will take part.', 'numberOfChildren', 'integer 48'],
    ['au prix de 45 euros la part, soit un prix total de 5 400 euros', 'prixParPart', 'money 45 EUR'],
    ['entrega en este acto 15.000 euros en concepto de arras.', 'arras', 'money 15000 EUR'],
    ['of which £500 was paid by way of deposit and £8,250 today', 'deposit', 'money 500 GBP'],
  ])('%j has its own', async (text, name, value) => expect(await found(text, name)).toEqual([value]))

  it.each([
    ['Whitmoor Primary School\n\nThe coach leaves school at 8.45 am.', 'mileage'],
    ['Shareholder reference: 00044718821', 'numberOfShares'],
    ['Shareholder reference: 00044718821', 'shareholder'],
    [
      'CONTRATTO DI COMODATO\n\nTra il sig. Bruno Sartori, comodante, e la sig.ra Elisa Moro, comodataria.',
      'coloreComodataria',
    ],
  ])('%j has no %s', async (text, name) => expect(await found(text, name)).toEqual([undefined]))
})
